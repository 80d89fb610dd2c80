/** A page of the documentation. */
interface Page {
  readonly title: string;
  /** HTML. */
  readonly content: string;
  /** Relative path to the folder `/docs/`. All links are relative, so that a proxy can add a path prefix. */
  readonly below: string;
  /** Additional HTML for the head. */
  readonly head?: string;
}

const NAME = 'Brokerage account service';

/** Navigation: paths below `/docs`. */
const PAGES: readonly (readonly [path: string, label: string])[] = [
  ['../docs', 'Operations'],
  ['guides/calling', 'Calling the service'],
  ['guides/sandbox', 'Sandbox'],
  ['rules/README', 'Rules'],
  ['errors', 'Error codes'],
];

/** Renders a page with the navigation. */
export function page({ title, content, below, head = '' }: Page): string {
  const links = PAGES.map(([path, label]) => `<a href="${below}${path}">${label}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}${title === NAME ? '' : ` · ${NAME}`}</title>
<link rel="icon" href="${below}../favicon.ico">
${head}<link rel="stylesheet" href="${below}docs.css">
</head>
<body>
<header><span>${NAME}</span><nav aria-label="Documentation">${links.join('\n')}</nav></header>
<main>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

const HEAD = `<link rel="stylesheet" href="docs/swagger-ui.css">
<script src="docs/swagger-ui-bundle.js" defer></script>
<script type="module" src="docs/docs.js"></script>
`;

const CONTENT = `<p>Guides: <a href="docs/guides/calling#signing">signing</a>, <a href="docs/guides/calling#errors">errors</a>,
<a href="docs/guides/calling#lists">lists</a>, <a href="docs/guides/calling#following-what-happens">events</a>,
<a href="docs/guides/sandbox">sandbox</a>. For programs: <a href="openapi.json">openapi.json</a>,
<a href="asyncapi.json">asyncapi.json</a>.</p>
<section id="credentials" aria-labelledby="credentials-title">
<h2 id="credentials-title">Credentials</h2>
<p id="credentials-state" role="status">Requests are sent without credentials.</p>
<button id="forget" type="button">Forget them</button>
<form id="key" autocomplete="off">
<label>API key <input name="apiKey" required pattern="\\s*[A-Za-z0-9][A-Za-z0-9_\\-]{7,63}\\s*" title="8 to 64 letters, digits, - and _"></label>
<label>Shared secret <input name="sharedSecret" type="password" required></label>
<label>Acting member (optional) <input name="memberId"></label>
<button>Sign requests</button>
</form>
<form id="token" autocomplete="off">
<label>Or an access token <input name="token" type="password" required></label>
<button>Send it with requests</button>
</form>
<p class="quiet">They are kept in memory and forgotten when you leave this page. Those of the demonstration firm are in <code>data/credentials.json</code>.</p>
</section>
<search>
<label>Find operations <input id="find" type="search" placeholder="words in a path, summary or error code"></label>
<label class="quiet"><input id="all" type="checkbox"> Show optional headers, dry runs, and errors common to all operations</label>
</search>
<div id="api"><p>Loading …</p></div>
<noscript><p>This page needs JavaScript. <a href="openapi.json">openapi.json</a> has the same content.</p></noscript>`;

export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0b5cad"/>' +
  '<path d="M3 12V8h2v4zm4 0V4h2v8zm4 0V6h2v6z" fill="#fff"/></svg>';

const WELCOME = `<ul>
<li><a href="docs">Documentation</a>: try the operations, and read the guides and rules</li>
<li><a href="console">Console</a> for operators, auditors and the back office</li>
<li><a href="docs/guides/sandbox">Demonstration and sandbox</a>: accounts to play with, and the outside world on request</li>
<li><a href="health/ready">Health</a> of this service</li>
</ul>`;

/** Renders the page at `/`. */
export const welcomePage = (): string => page({ title: NAME, content: WELCOME, below: 'docs/' });

/** Renders the page at `/docs`, which `assets/docs.js` fills from the description. */
export const operationsPage = (): string =>
  page({ title: 'Operations', content: CONTENT, below: 'docs/', head: HEAD });

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
<title>${escaped(title)} · Brokerage account service</title>
<link rel="icon" href="data:,">
${head}<link rel="stylesheet" href="${below}docs.css">
</head>
<body>
<header><span>Brokerage account service</span><nav aria-label="Documentation">${links.join('\n')}</nav></header>
<main>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

/** Escapes text for HTML. */
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

/** Renders the page at `/docs`, which `assets/docs.js` fills from the description. */
export const operationsPage = (): string =>
  page({ title: 'Operations', content: CONTENT, below: 'docs/', head: HEAD });

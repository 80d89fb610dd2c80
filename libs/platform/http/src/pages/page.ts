/** A page of the documentation. */
interface Page {
  readonly title: string;
  /** HTML. */
  readonly content: string;
  /** From the page to what is below `/docs`. Every page names others by that, so a proxy may serve it below a path. */
  readonly below: string;
  /** HTML of its own for the head. */
  readonly head?: string;
}

/** Path below `/docs`, and its words. */
const PAGES: readonly (readonly [path: string, words: string])[] = [
  ['../docs', 'Operations'],
  ['guides/calling', 'Calling the service'],
  ['guides/sandbox', 'Sandbox'],
  ['rules/README', 'Rules'],
  ['errors', 'Error codes'],
];

/** HTML of a page, with the way to the others. */
export function page({ title, content, below, head = '' }: Page): string {
  const links = PAGES.map(([path, words]) => `<a href="${below}${path}">${words}</a>`);
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

/** Text inside HTML. */
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
<p class="quiet">They stay in the memory of this page and go when you leave it. Those of the demonstration firm are in <code>data/credentials.json</code>.</p>
</section>
<search>
<label>Find operations <input id="find" type="search" placeholder="words of a path, summary or error code"></label>
<label class="quiet"><input id="all" type="checkbox"> Show optional headers, dry runs, and errors that any operation may answer</label>
</search>
<div id="api"><p>Loading …</p></div>
<noscript><p>This page needs JavaScript. <a href="openapi.json">openapi.json</a> has the same.</p></noscript>`;

/** The page at `/docs`: what `assets/docs.js` makes of the description. */
export const operationsPage = (): string =>
  page({ title: 'Operations', content: CONTENT, below: 'docs/', head: HEAD });

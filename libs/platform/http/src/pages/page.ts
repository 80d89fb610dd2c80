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

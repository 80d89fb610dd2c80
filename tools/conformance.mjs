// Writes docs/conformance.md: every row of the specification (test/conformance/rows) with the cases that name it. A case, or a
// group of cases, names rows at the end of its title, `[cash.amount cash.oid]`; `[cash.*]` is every row of a section.
// With --check nothing is written; it fails when a row has no case, a title names no row, or the page is out of date.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';

const PAGE = 'docs/conformance.md';
const ROWS = 'test/conformance/rows';
const CODE = ['apps', 'libs', 'test'];
const CASES = /\.(?:spec|cases)\.ts$/;

function filesIn(directory, ending) {
  return readdirSync(directory, { recursive: true })
    .filter((name) => ending.test(name))
    .sort()
    .map((name) => `${directory}/${name}`);
}

/** A literal text; `…` stands for what is only known when the test runs. */
function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

const NAMES = / \[((?:[^\s.[\]]+\.[^\s[\]]+)(?: [^\s.[\]]+\.[^\s[\]]+)*)\]$/;

/** Title of a call of describe, it, describe.each(…) or it.each(…). */
function titleOf(node) {
  if (!ts.isCallExpression(node) || node.arguments.length < 2) return undefined;
  return /^(describe|it)\b/.test(node.expression.getText()) ? textOf(node.arguments[0]) : undefined;
}

/** Every title of a file that names rows, with the titles around it. */
function casesIn(path) {
  const found = [];
  const visit = (node, around) => {
    const title = titleOf(node);
    const named = NAMES.exec(title ?? '');
    const inside = title === undefined ? around : [...around, title.replace(NAMES, '')];
    if (named) found.push({ rows: named[1].split(' '), path, titles: inside });
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  const text = readFileSync(path, 'utf8');
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true), []);
  return found;
}

const escaped = (text) => text.replace(/[\\`*_{}[\]<>|]/g, (sign) => `\\${sign}`);

function entry({ path, titles }) {
  const title = titles.join(' › ').replace(/%[sjidp]|\$[a-z]\w*/g, '…');
  return `\`${path.replace(/^test\/conformance\//, '')}\` ${escaped(title)}`;
}

function page(sections, proofs) {
  const lines = [
    '# Conformance',
    '',
    'Every row of the specification and of the decisions on it, in our own words, with the cases that prove it. The cases of',
    '“every row” go through a whole object key by key. `npm run conformance` writes this page; `.ci/run` fails when a row has no case.',
  ];
  for (const { section, title, rows } of sections) {
    lines.push('', `## ${title}`, '', '| Row | What it says | Cases |', '|---|---|---|');
    const every = proofs.get(`${section}.*`);
    if (every !== undefined) lines.push(`| every row | | ${every.join('<br>')} |`);
    for (const [name, says] of Object.entries(rows)) {
      const own = proofs.get(`${section}.${name}`) ?? [];
      lines.push(`| \`${name}\` | ${escaped(says)} | ${own.join('<br>')} |`);
    }
  }
  return `${lines.join('\n')}\n`;
}

function known(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const sections = filesIn(ROWS, /\.json$/).flatMap((path) => JSON.parse(readFileSync(path, 'utf8')));
const rows = sections.flatMap((one) => Object.keys(one.rows).map((name) => [one.section, name]));
const names = new Set(rows.flatMap(([section, name]) => [`${section}.${name}`, `${section}.*`]));

const proofs = new Map();
const problems = [];
for (const one of CODE.flatMap((directory) => filesIn(directory, CASES)).flatMap(casesIn)) {
  for (const name of one.rows) {
    if (!names.has(name))
      problems.push(`${one.path}: "${one.titles.at(-1)}" names no row: ${name}`);
    proofs.set(name, [...(proofs.get(name) ?? []), entry(one)]);
  }
}
for (const [section, name] of rows) {
  if (proofs.has(`${section}.${name}`) || proofs.has(`${section}.*`)) continue;
  problems.push(`no case proves ${section}.${name}`);
}
const written = page(sections, proofs);
if (!process.argv.includes('--check')) writeFileSync(PAGE, written);
else if (known(PAGE) !== written) problems.push(`${PAGE} is out of date: npm run conformance`);
for (const problem of problems) console.error(problem);
console.log(`${rows.length} rows, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

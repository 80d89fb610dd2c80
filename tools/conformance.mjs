// Writes docs/conformance.md: every rule of docs/interface with the test cases that cite it. A rule is `- [cash.amount] …`. The title
// of a case, or of a group of cases, ends with its rules: `[cash.amount cash.oid]`, or `[cash.*]` for a whole group of rules.
// Fails if a rule has no case, or a title or comment cites an unknown rule.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';

const PAGE = 'docs/conformance.md';
const RULES = 'docs/interface';
const CODE = ['apps', 'libs', 'test', 'tools'];
const CASES = /\.(?:spec|cases)\.ts$/;
const CITING = /\.(?:ts|mjs|md)$/;

function filesIn(directory, ending) {
  return readdirSync(directory, { recursive: true })
    .filter((name) => ending.test(name))
    .sort()
    .map((name) => `${directory}/${name}`);
}

/** The text of a string literal; `…` replaces what is only known at run time. */
function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

const NAMES = / \[((?:[^\s.[\]]+\.[^\s[\]]+)(?: [^\s.[\]]+\.[^\s[\]]+)*)\]$/;

/** Title of a describe, it, describe.each(…) or it.each(…) call. */
function titleOf(node) {
  if (!ts.isCallExpression(node) || node.arguments.length < 2) return undefined;
  return /^(describe|it)\b/.test(node.expression.getText()) ? textOf(node.arguments[0]) : undefined;
}

/** Every title in a file that cites rules, with its enclosing titles. */
function casesIn(path) {
  const found = [];
  const visit = (node, around) => {
    const title = titleOf(node);
    const named = NAMES.exec(title ?? '');
    const inside = title === undefined ? around : [...around, title.replace(NAMES, '')];
    if (named) found.push({ rules: named[1].split(' '), path, titles: inside });
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  const text = readFileSync(path, 'utf8');
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true), []);
  return found;
}

const COMMENT = /(?:^\s*\/?\*+|(?:^|\s)\/\/)\s.*$/gm;
// a rule, or a paragraph number of a document that is not in this repository
const CITED = /\[([a-z][\w-]*\.[\w.*-]+)\](?!\()|(decisions? §\d+|specification, (?:endpoint|"))/g;

/** Rules cited in the comments of a program, or in a page. */
function citedIn(path) {
  const text = readFileSync(path, 'utf8');
  const parts = path.endsWith('.md')
    ? [text.replace(/^```[\s\S]*?^```$/gm, '')]
    : (text.match(COMMENT) ?? []);
  return parts.flatMap((part) =>
    Array.from(part.matchAll(CITED), ([, rule, paragraph]) => rule ?? paragraph),
  );
}

const escaped = (text) => text.replace(/[\\`*_{}[\]<>|]/g, (sign) => `\\${sign}`);

function entry({ path, titles }) {
  const title = titles.join(' › ').replace(/%[sjidp]|\$[a-z]\w*/g, '…');
  return `\`${path.replace(/^test\/conformance\//, '')}\` ${escaped(title)}`;
}

/** A page of rules: its title, and its rules in order. */
function topicOf(path) {
  const text = readFileSync(path, 'utf8');
  const [, title] = /^# (.+)$/m.exec(text);
  const rules = Array.from(text.matchAll(/^- \[([^\]]+)\] /gm), ([, name]) => name);
  return { page: path.slice('docs/'.length), title, rules };
}

const groupOf = (name) => name.slice(0, name.indexOf('.'));

function page(topics, proofs) {
  const lines = [
    '# Conformance',
    '',
    'Every rule of [the interface](interface/README.md) with the cases that prove it. Cases of a group (`cash.*`) check a whole object key by',
    'key. `npm run conformance` generates this page, and fails if a rule has no case.',
  ];
  for (const { page, title, rules } of topics) {
    lines.push('', `## [${title}](${page})`, '', '| Rule | Cases |', '|---|---|');
    let group;
    for (const name of rules) {
      const every = `${groupOf(name)}.*`;
      if (group !== every && proofs.has(every)) lines.push(row(every, proofs));
      group = every;
      lines.push(row(name, proofs));
    }
  }
  return `${lines.join('\n')}\n`;
}

function row(name, proofs) {
  return `| \`${name}\` | ${(proofs.get(name) ?? []).join('<br>')} |`;
}

const topics = filesIn(RULES, /(?<!README)\.md$/).map(topicOf);
const rules = topics.flatMap((one) => one.rules);
const names = new Set(rules.flatMap((name) => [name, `${groupOf(name)}.*`]));

const proofs = new Map();
const problems = rules
  .filter((name, index) => rules.indexOf(name) !== index)
  .map((name) => `${RULES} defines ${name} twice`);
for (const one of CODE.flatMap((directory) => filesIn(directory, CASES)).flatMap(casesIn)) {
  for (const name of one.rules) {
    if (!names.has(name))
      problems.push(`${one.path}: "${one.titles.at(-1)}" cites an unknown rule: ${name}`);
    proofs.set(name, [...(proofs.get(name) ?? []), entry(one)]);
  }
}
for (const path of [...CODE, 'docs'].flatMap((directory) => filesIn(directory, CITING))) {
  for (const name of citedIn(path)) {
    if (!names.has(name)) problems.push(`${path} cites an unknown rule: ${name}`);
  }
}
for (const name of rules) {
  if (proofs.has(name) || proofs.has(`${groupOf(name)}.*`)) continue;
  problems.push(`no case proves ${name}`);
}
writeFileSync(PAGE, page(topics, proofs));
for (const problem of problems) console.error(problem);
console.log(`${rules.length} rules, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname } from 'node:path';
import { Controller, Get, Param } from '@nestjs/common';
import { Describes, Produces, Public, Response } from '#libs/platform/http';
import { notFound, RefusedException } from '#libs/platform/kernel';
import { codeMeanings } from '#libs/contexts/codes';

const JAVASCRIPT = 'text/javascript; charset=utf-8';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': JAVASCRIPT,
};

/** A file made of the tables of codes. */
const WORDS = 'words.js';

const { resolve } = createRequire(import.meta.url);

const OWN = readdirSync(dirname(resolve('#console/index.html')));

/** Module specifiers of the page's files, by file name. */
const FILES: ReadonlyMap<string, string> = new Map([
  ...OWN.map((name) => [name, `#console/${name}`] as const),
  ['lit-html.js', 'lit-html'],
  ['directive.js', 'lit-html/directive.js'],
  ['directive-helpers.js', 'lit-html/directive-helpers.js'],
  ['repeat.js', 'lit-html/directives/repeat.js'],
  ['eventsource-parser.js', 'eventsource-parser'],
]);

async function consoleFile(
  name: string,
): Promise<{ readonly type: string; readonly text: string } | undefined> {
  if (name === WORDS) {
    return { type: JAVASCRIPT, text: `export const WORDS = ${JSON.stringify(codeMeanings())};\n` };
  }
  const specifier = FILES.get(name);
  const type = TYPES[extname(name)];
  if (specifier === undefined || type === undefined) return undefined;
  // the page needs ES modules, but `resolve` of a package may return its CommonJS file
  const text = await readFile(resolve(specifier).replace(/\.cjs$/, '.js'), 'utf8');
  // the page serves all files from one folder
  return { type, text: type === JAVASCRIPT ? text.replaceAll('from"../', 'from"./') : text };
}

/** The page may load only its own files: nothing from other hosts, no inline code, no frames, no form targets. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
    'trusted-types lit-html',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

const PAGE = 'index.html';

const DESCRIBED_HEADERS = {
  'Content-Security-Policy': 'Restricts the page to this service',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** The page and its files. They are public because they contain no data: everything they show needs a token. */
@Controller('console')
export class ConsoleController {
  @Get()
  @Public()
  @Produces('text/html')
  @Describes('Console of operators and auditors', {
    type: 'text/html',
    headers: DESCRIBED_HEADERS,
    example: '<!doctype html>…',
  })
  page() {
    return fileResponse(PAGE);
  }

  @Get(':file')
  @Public()
  @Produces('*/*')
  @Describes('File of the console', {
    type: 'text/javascript',
    also: { 'text/css': 'Style sheet' },
    headers: DESCRIBED_HEADERS,
    example: 'export …',
  })
  file(@Param('file') file: string) {
    // the page is at /console only, since it refers to its files as console/…
    if (file === PAGE) throw new RefusedException(notFound());
    return fileResponse(file);
  }
}

/** Files by name, each read once. */
const answers = new Map<string, Response>();

async function fileResponse(name: string): Promise<Response> {
  const known = answers.get(name);
  if (known !== undefined) return known;
  const file = await consoleFile(name);
  if (file === undefined) throw new RefusedException(notFound());
  const answer = Response.document(file.text, file.type, { headers: HEADERS });
  answers.set(name, answer);
  return answer;
}

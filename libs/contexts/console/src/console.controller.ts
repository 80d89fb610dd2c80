import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname } from 'node:path';
import { Controller, Get, Inject, Param } from '@nestjs/common';
import { Describes, Produces, Public, Response } from '#libs/platform/http';
import { notFound, RefusedException } from '#libs/platform/kernel';
import type { Config } from '#libs/platform/runtime';
import { PLATFORM, type Platform } from '#libs/platform/service';
import { codeMeanings } from '#libs/contexts/codes';

const JAVASCRIPT = 'text/javascript; charset=utf-8';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': JAVASCRIPT,
};

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
  ['oauth4webapi.js', 'oauth4webapi'],
]);

/** How people get a token at the issuer; undefined if they paste one. */
function signInOf({ oidc }: Config) {
  return oidc?.console && { issuer: oidc.issuer, audience: oidc.audience, ...oidc.console };
}

/** Constants that the service makes, by file name: the tables of codes, and where people sign in. */
const MADE: Readonly<Record<string, (config: Config) => string>> = {
  'words.js': () => `export const WORDS = ${JSON.stringify(codeMeanings())};\n`,
  'issuer.js': (config) => `export const ISSUER = ${JSON.stringify(signInOf(config))};\n`,
};

async function consoleFile(
  name: string,
  config: Config,
): Promise<{ readonly type: string; readonly text: string } | undefined> {
  const made = Object.hasOwn(MADE, name) ? MADE[name]?.(config) : undefined;
  if (made !== undefined) return { type: JAVASCRIPT, text: made };
  const specifier = FILES.get(name);
  const type = TYPES[extname(name)];
  if (specifier === undefined || type === undefined) return undefined;
  // the page needs ES modules, but `resolve` of a package may return its CommonJS file
  const text = await readFile(resolve(specifier).replace(/\.cjs$/, '.js'), 'utf8');
  // the page serves all files from one folder
  return { type, text: type === JAVASCRIPT ? text.replaceAll('from"../', 'from"./') : text };
}

/**
 * The page may load only its own files: nothing from other hosts, no inline code, no frames, no form targets. It may ask the issuer for a
 * token.
 */
function headersFor(config: Config) {
  const issuer = signInOf(config)?.issuer;
  const asked = issuer === undefined ? '' : ` ${new URL(issuer).origin}`;
  return {
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
      `connect-src 'self'${asked}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ` +
      "require-trusted-types-for 'script'; trusted-types lit-html",
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  };
}

const PAGE = 'index.html';

const DESCRIBED_HEADERS = {
  'Content-Security-Policy': 'Restricts the page to this service',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** The page and its files. They are public because they contain no data: everything they show needs a token. */
@Controller('console')
export class ConsoleController {
  /** Files by name, each read once. */
  readonly #answers = new Map<string, Response>();

  constructor(@Inject(PLATFORM) private readonly platform: Platform) {}

  @Get()
  @Public()
  @Produces('text/html')
  @Describes('Console of operators and auditors', {
    type: 'text/html',
    headers: DESCRIBED_HEADERS,
    example: '<!doctype html>…',
  })
  page() {
    return this.#fileResponse(PAGE);
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
    return this.#fileResponse(file);
  }

  async #fileResponse(name: string): Promise<Response> {
    const known = this.#answers.get(name);
    if (known !== undefined) return known;
    const { config } = this.platform;
    const file = await consoleFile(name, config);
    if (file === undefined) throw new RefusedException(notFound());
    const answer = Response.document(file.text, file.type, { headers: headersFor(config) });
    this.#answers.set(name, answer);
    return answer;
  }
}

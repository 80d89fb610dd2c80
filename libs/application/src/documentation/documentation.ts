import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  addPublicRoute,
  describeApi,
  type DescriptionOptions,
  Response,
} from '#libs/platform/http';
import { notFound, RefusedException } from '#libs/platform/kernel';
import { API_TOPICS } from '../api-topics.js';
import { ICON, operationsPage, welcomePage } from './page.js';

/** Allows nothing from other origins, nothing inline except images in the style sheet of swagger-ui, no frames, no form submissions. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

const HTML = 'text/html; charset=utf-8';
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const JSON_UTF8 = 'application/json; charset=utf-8';
const SVG = 'image/svg+xml';

/** Files that the pages load, by a file in the same folder: of a package, or of `assets`. */
const ASSETS: Readonly<Record<string, readonly string[]>> = {
  '#assets/docs.js': ['docs.css', 'docs.js', 'renderer.js', 'shown.js', 'signing.js'],
  'swagger-ui-dist/swagger-ui.css': ['swagger-ui.css', 'swagger-ui-bundle.js'],
  '@noble/hashes/legacy.js': ['legacy.js', '_md.js', '_u64.js', 'utils.js'],
};

/**
 * Adds the API description, its page, error codes and guides to an application that has not started. All are built on the first request.
 * @param about what the description says of the application
 */
export function addDocumentation(
  app: NestFastifyApplication,
  about: Omit<DescriptionOptions, 'topics'>,
): void {
  const serve = (
    url: string,
    type: string,
    answerTo: (name: string) => Promise<Response>,
  ): void => {
    addPublicRoute(app, url, type.split(';', 1)[0] ?? type, ({ name = '' }) => answerTo(name));
  };
  const document = (text: string, type: string): Response =>
    Response.document(text, type, { headers: HEADERS });
  /** Builds and hashes the document once. */
  const serveOnce = (url: string, type: string, load: () => Promise<string> | string): void =>
    serve(
      url,
      type,
      once(async () => document(await load(), type)),
    );
  const described = once(() => Promise.resolve(describeApi(app, { ...about, topics: API_TOPICS })));
  const errors = once(async () => {
    const { ErrorPages } = await import('./error-pages.js');
    const { fixes } = await import('./guide-pages.js');
    return new ErrorPages(await described(), await fixes());
  });
  const guides = once(async () => {
    const { guidePages } = await import('./guide-pages.js');
    return guidePages();
  });
  const page = (html: string | undefined): Response => {
    if (html === undefined) throw new RefusedException(notFound());
    return document(html, HTML);
  };
  serveOnce('/openapi.json', JSON_UTF8, async () => JSON.stringify(await described()));
  serveOnce('/', HTML, welcomePage);
  serveOnce('/favicon.ico', SVG, () => ICON);
  serveOnce('/docs', HTML, operationsPage);
  serveOnce('/docs/errors', HTML, async () => (await errors()).index());
  serveOnce('/docs/errors.json', JSON_UTF8, async () => JSON.stringify((await errors()).list()));
  serve('/docs/errors/:name', HTML, async (name) => page((await errors()).of(name)));
  for (const folder of ['guides', 'rules']) {
    serve(`/docs/${folder}/:name`, HTML, async (name) =>
      page((await guides()).get(`${folder}/${name}`)),
    );
  }
  for (const [specifier, names] of Object.entries(ASSETS)) {
    for (const name of names) {
      const type = name.endsWith('.css') ? CSS : JAVASCRIPT;
      serveOnce(`/docs/${name}`, type, () => asset(specifier, name));
    }
  }
}

/** Memoizes a function, unless it fails. */
function once<T>(compute: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= compute().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}

/** Reads a file from the folder of another one. */
function asset(specifier: string, name: string): Promise<string> {
  const folder = dirname(createRequire(import.meta.url).resolve(specifier));
  return readFile(join(folder, name), 'utf8');
}

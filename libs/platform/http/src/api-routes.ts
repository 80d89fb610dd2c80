import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '#libs/platform/kernel';
import { Answer } from './answer.js';
import type { ApiInfo } from './description/describe-api.js';
import { RefusedException } from './problems.js';
import { sendAnswer } from './respond.js';
import type { RouteMarks } from './route-rules.js';

/** Everything it names is found from where it stands itself: a proxy may serve it below a path. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Brokerage Account Service</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;
const START = `SwaggerUIBundle({ url: 'openapi.json', dom_id: '#api', validatorUrl: null });\n`;

/** The page loads nothing from another host and nothing from inside itself but styles. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'no-referrer',
};

const HTML = 'text/html; charset=utf-8';
const JAVASCRIPT = 'text/javascript; charset=utf-8';

/**
 * API description (`/openapi.json`), its page (`/docs`) and those of the error codes (`/docs/errors/{code}`), all made at the first
 * request.
 */
export function addApiRoutes(
  fastify: FastifyInstance,
  app: NestFastifyApplication,
  info?: ApiInfo,
  publicBaseUrl?: string,
): void {
  const serve = (
    url: string,
    type: string,
    answerTo: (request: FastifyRequest) => Promise<Answer>,
  ): void => {
    fastify.route({
      method: 'GET',
      url,
      config: { public: true, produces: type.split(';', 1)[0] ?? type } satisfies RouteMarks,
      handler: async (request, reply): Promise<FastifyReply> =>
        sendAnswer(reply, await answerTo(request)),
    });
  };
  const document = (text: string, type: string): Answer =>
    Answer.document(text, type, { headers: HEADERS });
  /** What is the same for everybody is made, and hashed, once. */
  const keep = (url: string, type: string, load: () => Promise<string> | string): void =>
    serve(
      url,
      type,
      once(async () => document(await load(), type)),
    );
  const described = once(async () => {
    const { describeApi } = await import('./description/describe-api.js');
    return describeApi(app, info, publicBaseUrl);
  });
  const errors = once(async () => {
    const { ErrorPages } = await import('./description/error-pages.js');
    return new ErrorPages(await described());
  });
  keep('/openapi.json', 'application/json; charset=utf-8', async () =>
    JSON.stringify(await described()),
  );
  keep('/docs', HTML, () => PAGE);
  keep('/docs/errors', HTML, async () => (await errors()).index());
  serve('/docs/errors/:code', HTML, async ({ params }) => {
    const page = (await errors()).of((params as { readonly code: string }).code);
    if (page === undefined) throw new RefusedException(notFound());
    return document(page, HTML);
  });
  keep('/docs/start.js', JAVASCRIPT, () => START);
  keep('/docs/swagger-ui-bundle.js', JAVASCRIPT, () => asset('swagger-ui-bundle.js'));
  keep('/docs/swagger-ui.css', 'text/css; charset=utf-8', () => asset('swagger-ui.css'));
}

/** Makes something when it is first asked for, and again when that failed. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

function asset(name: string): Promise<string> {
  const root = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  return readFile(join(root, name), 'utf8');
}

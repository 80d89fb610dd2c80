import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Answer } from './answer.js';
import type { ApiInfo } from './description/describe-api.js';
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

const JAVASCRIPT = 'text/javascript; charset=utf-8';

/** API description (`/openapi.json`) and its page (`/docs`), both made at the first request (decisions §11). */
export function addApiRoutes(
  fastify: FastifyInstance,
  app: NestFastifyApplication,
  info?: ApiInfo,
  publicBaseUrl?: string,
): void {
  const serve = (url: string, type: string, load: () => Promise<string>): void => {
    let loaded: Promise<Answer> | undefined;
    fastify.route({
      method: 'GET',
      url,
      config: { public: true, produces: type.split(';', 1)[0] ?? type } satisfies RouteMarks,
      handler: async (_request, reply): Promise<FastifyReply> => {
        loaded ??= load().then((text) => Answer.document(text, type, { headers: HEADERS }));
        const answer = await loaded.catch((error: unknown) => {
          loaded = undefined;
          throw error;
        });
        return sendAnswer(reply, answer);
      },
    });
  };
  serve('/openapi.json', 'application/json; charset=utf-8', async () => {
    const { describeApi } = await import('./description/describe-api.js');
    return JSON.stringify(describeApi(app, info, publicBaseUrl));
  });
  serve('/docs', 'text/html; charset=utf-8', () => Promise.resolve(PAGE));
  serve('/docs/start.js', JAVASCRIPT, () => Promise.resolve(START));
  serve('/docs/swagger-ui-bundle.js', JAVASCRIPT, () => asset('swagger-ui-bundle.js'));
  serve('/docs/swagger-ui.css', 'text/css; charset=utf-8', () => asset('swagger-ui.css'));
}

function asset(name: string): Promise<string> {
  const root = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  return readFile(join(root, name), 'utf8');
}

import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Problem } from '#libs/platform/kernel';
import type { ServiceUnderTest } from '../support/running-service.js';

/** An answer line. */
export interface AnswerLine {
  readonly line: number;
  readonly path: string | null;
  readonly status: number;
  readonly errors?: readonly Problem[];
  readonly sharedSecret?: string;
}

/** An answered import. */
export interface ImportAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly trailers: IncomingMessage['trailers'];
  readonly text: string;
  /** Of an import that was carried out. */
  readonly lines: readonly AnswerLine[];
}

/** Who imports, and how. */
export interface ImportOptions {
  readonly role?: 'backoffice' | 'operator' | 'client' | 'auditor';
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Begins an import; its body is still to be written. */
export function beginImport(service: ServiceUnderTest, options: ImportOptions = {}): ClientRequest {
  const { role = 'backoffice', token = service.credentials.tokens[role], headers } = options;
  const sending = request(`${service.service.url}/backoffice/import`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/x-ndjson',
      ...headers,
    },
  });
  // who has answered need not read the rest
  return sending.on('error', () => undefined);
}

/** Reads the answer to an import to its end. */
async function answerOf(sending: ClientRequest): Promise<ImportAnswer> {
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  let text = '';
  for await (const piece of answer.setEncoding('utf8')) text += piece as string;
  const { statusCode: status = 0, headers, trailers } = answer;
  const lines = status === 200 ? text.split('\n').filter((line) => line !== '') : [];
  return {
    status,
    headers,
    trailers,
    text,
    lines: lines.map((line) => JSON.parse(line) as AnswerLine),
  };
}

/** Imports a body: texts are lines as they are, anything else is written as JSON. */
export async function importLines(
  service: ServiceUnderTest,
  lines: readonly unknown[],
  options: ImportOptions = {},
): Promise<ImportAnswer> {
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  return importBody(service, Buffer.from(texts.join('\n')), options);
}

/** Imports a body as it is. */
export function importBody(
  service: ServiceUnderTest,
  body: Buffer,
  options: ImportOptions = {},
): Promise<ImportAnswer> {
  const sending = beginImport(service, options);
  const answer = answerOf(sending);
  sending.end(body);
  return answer;
}

import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Problem } from '#libs/platform/kernel';
import type { ServiceUnderTest } from '../support/running-service.js';

/** A line of the response. */
export interface ResponseLine {
  readonly line: number;
  readonly path: string | null;
  readonly status: number;
  readonly errors?: readonly Problem[];
  readonly sharedSecret?: string;
}

/** The response to an import. */
export interface ImportResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly trailers: IncomingMessage['trailers'];
  readonly text: string;
  /** If the import was carried out. */
  readonly lines: readonly ResponseLine[];
}

/** The caller of an import, and options. */
export interface ImportOptions {
  readonly role?: 'backoffice' | 'operator' | 'client' | 'auditor';
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Begins an import whose body is yet to be written. */
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
  // a service that has responded need not read the rest
  return sending.on('error', () => undefined);
}

/** Reads the complete response to an import. */
async function answerOf(sending: ClientRequest): Promise<ImportResponse> {
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
    lines: lines.map((line) => JSON.parse(line) as ResponseLine),
  };
}

/** Imports lines: strings as they are, anything else as JSON. */
export async function importLines(
  service: ServiceUnderTest,
  lines: readonly unknown[],
  options: ImportOptions = {},
): Promise<ImportResponse> {
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  return importBody(service, Buffer.from(texts.join('\n')), options);
}

/** Imports a body as is. */
export function importBody(
  service: ServiceUnderTest,
  body: Buffer,
  options: ImportOptions = {},
): Promise<ImportResponse> {
  const sending = beginImport(service, options);
  const answer = answerOf(sending);
  sending.end(body);
  return answer;
}

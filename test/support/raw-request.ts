import { createHash, createHmac } from 'node:crypto';
import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import type { Credentials } from '#libs/platform/identity';

/** A request whose every byte the test controls: no header or signature is added. */
export interface RawRequest {
  readonly method?: string;
  /** Request target, sent as is. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
  /** Agent whose connections it uses; default: a connection of its own. */
  readonly agent?: Agent;
}

/** The response. */
export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The text parsed as JSON; undefined if empty. */
  readonly body: unknown;
}

/** Sends a request as is. Adds `Content-Length` to a body unless `Transfer-Encoding` is given. */
export function rawRequest(baseUrl: string, sent: RawRequest): Promise<RawResponse> {
  const { method = 'GET', path, headers = {}, body, agent = false } = sent;
  const { hostname, port } = new URL(baseUrl);
  const chunked = Object.keys(headers).some((name) => name.toLowerCase() === 'transfer-encoding');
  const length = body === undefined || chunked ? {} : { 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, method, path, agent, headers: { ...length, ...headers } as never },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const isJson = incoming.headers['content-type']?.startsWith('application/json') === true;
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text,
            body: isJson && text !== '' ? (JSON.parse(text) as unknown) : undefined,
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Sends bytes that need not be HTTP. Returns everything received until the connection ends. */
export function rawBytes(baseUrl: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
    socket.write(bytes);
  });
}

/** Parts of a signature that a test overrides. */
export interface Signing {
  readonly method?: string;
  /** Request target. */
  readonly path: string;
  readonly body?: string | Buffer;
  /** Scheme and authority of the URL that is signed. */
  readonly baseUrl: string;
  readonly timestamp?: string;
}

/** The Base64 signature of a request ([auth.signing]), computed independently of the code under test. */
export function signatureOf(secret: string, signing: Signing): string {
  const {
    method = 'GET',
    path,
    body = '',
    baseUrl,
    timestamp = new Date().toISOString(),
  } = signing;
  const digest = createHash('md5').update(body).digest('hex');
  const text = [method, baseUrl + path, timestamp, digest].join('\n');
  return createHmac('sha256', secret).update(text).digest('base64');
}

/** `Authorization` header of a request in its plainest form. */
export function authorizationOf(
  { apiKey, sharedSecret }: Pick<Credentials, 'apiKey' | 'sharedSecret'>,
  signing: Signing,
  member?: string,
): string {
  const timestamp = signing.timestamp ?? new Date().toISOString();
  const signature = signatureOf(sharedSecret, { ...signing, timestamp });
  const parts = [
    `FOLIOWS_API_KEY=${apiKey}`,
    ...(member === undefined ? [] : [`FOLIOWS_MEMBER_ID=${encodeURIComponent(member)}`]),
    `FOLIOWS_SIGNATURE=${encodeURIComponent(signature)}`,
    `FOLIOWS_TIMESTAMP=${encodeURIComponent(timestamp)}`,
  ];
  return `FOLIOWS ${parts.join(',')}`;
}

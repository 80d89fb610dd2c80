import { createHash, createHmac } from 'node:crypto';
import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import type { Credentials } from '#libs/platform/identity';

/** A request with every byte under the test's control: no header and no signature is added. */
export interface RawRequest {
  readonly method?: string;
  /** Request target, sent as it is. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
  /** Whose connections it takes; default: one of its own. */
  readonly agent?: Agent;
}

/** What came back. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The text as JSON; undefined when it is empty. */
  readonly body: unknown;
}

/** Sends a request as it is. `Content-Length` is added to a body unless `Transfer-Encoding` is given. */
export function rawRequest(baseUrl: string, sent: RawRequest): Promise<RawAnswer> {
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

/** Sends bytes that need not be HTTP; answers everything that comes back until the connection ends. */
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

/** Parts of a signature that a test wants otherwise than right. */
export interface Signing {
  readonly method?: string;
  /** Request target. */
  readonly path: string;
  readonly body?: string | Buffer;
  /** Scheme and authority of the URL that is signed. */
  readonly baseUrl: string;
  readonly timestamp?: string;
}

/** The signature of a request ([auth.signing]), written down anew: the service's own code is what is tested. Base64. */
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

/** `Authorization` of a request in the plainest form. */
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

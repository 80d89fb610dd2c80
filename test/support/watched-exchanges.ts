import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Exchanged } from './api-checker.js';

type Told = (exchanged: Exchanged) => void;
type Arguments = readonly unknown[];

/** Reports every exchange of a server before the caller has the response; event streams when they end. */
export function watchExchanges(server: Server, told: Told): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const sent: Buffer[] = [];
    // not a listener, which would make the request flow before its reader wants it to
    before(request, 'emit', ([event, chunk]) => {
      if (event === 'data' && chunk instanceof Buffer) sent.push(chunk);
    });
    const answered: Buffer[] = [];
    const keep = ([chunk]: Arguments): void => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) {
        answered.push(Buffer.from(chunk));
      }
    };
    let given: object = {};
    before(response, 'writeHead', (values) => {
      const headers = values.at(-1);
      if (typeof headers === 'object' && headers !== null) given = headers;
    });
    before(response, 'write', keep);
    before(response, 'end', (values) => {
      keep(values);
      told({
        method: request.method ?? '',
        url: request.url ?? '',
        requestHeaders: request.headers,
        requestBody: Buffer.concat(sent),
        status: response.statusCode,
        headers: lowerCase({ ...response.getHeaders(), ...given }),
        body: decoded(Buffer.concat(answered), response.getHeader('content-encoding')),
      });
    });
  });
}

function decoded(body: Buffer, coding: unknown): Buffer {
  if (coding === 'br') return brotliDecompressSync(body);
  return coding === 'gzip' ? gunzipSync(body) : body;
}

/** Calls a function with the arguments of a method before each call of the method. */
function before(target: object, method: string, act: (values: Arguments) => void): void {
  const original = Reflect.get(target, method) as (...values: Arguments) => unknown;
  const wrapped = (...values: Arguments): unknown => {
    act(values);
    return Reflect.apply(original, target, values);
  };
  Reflect.set(target, method, wrapped);
}

function lowerCase(headers: object): Exchanged['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value as string]),
  );
}

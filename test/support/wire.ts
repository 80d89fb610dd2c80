import type { Agent } from 'node:http';
import { expect } from '@jest/globals';
import { type RawResponse, rawRequest } from './raw-request.js';
import type { ServiceUnderTest } from './running-service.js';

/** Sends a body as is, with a bearer token; `json` serializes a value. */
export class Wire {
  constructor(
    private readonly service: ServiceUnderTest,
    private readonly token: string = service.credentials.tokens.client,
    /** Agent whose connections it uses; default: one connection per request. */
    private readonly agent?: Agent,
  ) {}

  send(
    method: string,
    path: string,
    body?: string | Buffer,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<RawResponse> {
    return rawRequest(this.service.service.url, {
      method,
      path,
      ...(this.agent && { agent: this.agent }),
      ...(body !== undefined && { body }),
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    });
  }

  json(
    method: string,
    path: string,
    value: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<RawResponse> {
    return this.send(method, path, JSON.stringify(value), headers);
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<RawResponse> {
    return this.send('GET', path, undefined, headers);
  }
}

const KEYS = ['type', 'field', 'errorCode', 'message'];

/** Expects an error list ([errors.list]) with this status: a non-empty array of objects with the four known keys, all strings. */
export function expectErrorList(
  { status: found, headers, text, body }: RawResponse,
  status: number,
): void {
  const type = headers['content-type'];
  const isList =
    /^\[\{.*\}\]$/s.test(text) &&
    (body as Record<string, unknown>[]).every(
      (problem) =>
        /^[A-Z_]+$/.test(String(problem['type'])) &&
        Object.entries(problem).every(
          ([key, value]) => KEYS.includes(key) && typeof value === 'string',
        ),
    );
  // a single comparison, since some suites check ten thousand responses
  expect([found, type, isList ? 'an error list' : text]).toEqual([
    status,
    'application/json; charset=utf-8',
    'an error list',
  ]);
}

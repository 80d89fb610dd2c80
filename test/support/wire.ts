import { expect } from '@jest/globals';
import { type RawAnswer, rawRequest } from './raw-request.js';
import type { ServiceUnderTest } from './running-service.js';

/** Sends a body as the text it is, with a bearer token; `json` makes the text of a value. */
export class Wire {
  constructor(
    private readonly service: ServiceUnderTest,
    private readonly token: string = service.credentials.tokens.client,
  ) {}

  send(
    method: string,
    path: string,
    body?: string | Buffer,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<RawAnswer> {
    return rawRequest(this.service.service.url, {
      method,
      path,
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
  ): Promise<RawAnswer> {
    return this.send(method, path, JSON.stringify(value), headers);
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<RawAnswer> {
    return this.send('GET', path, undefined, headers);
  }
}

const KEYS = ['type', 'field', 'errorCode', 'message'];

/** The answer is an error list ([errors.list]) with this status: an array, not empty, of the four known keys, all texts. */
export function expectErrorList(answer: RawAnswer, status: number): void {
  expect([answer.status, answer.text]).toEqual([status, expect.stringMatching(/^\[\{.*\}\]$/s)]);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  for (const problem of answer.body as Record<string, unknown>[]) {
    expect(KEYS).toEqual(expect.arrayContaining(Object.keys(problem)));
    expect(problem['type']).toEqual(expect.stringMatching(/^[A-Z_]+$/));
    for (const value of Object.values(problem)) expect(typeof value).toBe('string');
  }
}

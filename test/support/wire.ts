import { Agent } from 'node:http';
import { expect } from '@jest/globals';
import type { Problem } from '#libs/platform/kernel';
import { type RawResponse, rawRequest } from './raw-request.js';
import type { ServiceUnderTest } from './running-service.js';

const agent = new Agent({ keepAlive: true });

/** Sends a body as is, with a bearer token, over connections that it keeps; `json` serializes a value. */
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
  ): Promise<RawResponse> {
    return rawRequest(this.service.service.url, {
      method,
      path,
      agent,
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

/** A message: the place in the body if it is not at the top, then sentences; the first word is a name or capitalized ([errors.messages]). */
const SENTENCE = /^(?:[\w.[\]]+: )?(?:[^a-z]|[a-z]+[A-Z])[^]*\.$/;

/** Codes whose messages the specification words. */
const SPECIFIED_MESSAGES: ReadonlySet<string> = new Set([
  'banklink.final.verification.failure.no.more.attempts',
  'banklink.verification.failed.microdeposits.due.to.incorrect.microdeposit.amounts',
]);

/** Whether the message of a problem is a sentence, or as specified ([errors.messages]). */
export function isSaid({ errorCode = '', message = '' }: Partial<Problem>): boolean {
  return SENTENCE.test(message) || SPECIFIED_MESSAGES.has(errorCode);
}

/** Expects an error list ([errors.list]) with this status: a non-empty array of objects with the four known keys, all strings, their messages sentences. */
export function expectErrorList(
  { status: found, headers, text, body }: RawResponse,
  status: number,
): void {
  const type = headers['content-type'];
  const isList =
    /^\[\{.*\}\]$/s.test(text) &&
    (body as Problem[]).every(
      (problem) =>
        /^[A-Z_]+$/.test(problem.type) &&
        Object.entries(problem).every(
          ([key, value]) => KEYS.includes(key) && typeof value === 'string',
        ) &&
        isSaid(problem),
    );
  // a single comparison, since some suites check ten thousand responses
  expect([found, type, isList ? 'an error list' : text]).toEqual([
    status,
    'application/json; charset=utf-8',
    'an error list',
  ]);
}

import { expect } from '@jest/globals';
import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { pino } from 'pino';
import type { Problem } from '#libs/platform/kernel';
import { createHttpApplication } from '../src/index.js';
import type { HttpOptions, HttpServices } from '../src/options.js';
import { authenticator, ledger, SampleModule } from './sample-application.js';

/** The sample application, listening, with helpers. */
export interface Sample {
  readonly app: NestFastifyApplication;
  readonly base: string;
  /** Lines logged so far. */
  readonly log: string[];
  call(method: string, path: string, init?: Sent): Promise<Response>;
  /** With a JSON body. */
  send(
    method: string,
    path: string,
    body: string | Buffer,
    headers?: Record<string, string>,
  ): Promise<Response>;
}

interface Sent extends Omit<RequestInit, 'headers'> {
  readonly headers?: Record<string, string>;
}

export const NOW = Date.parse('2026-01-02T03:04:06.000Z');

export async function startSample(
  options: Partial<HttpOptions & HttpServices> = {},
  module: Type = SampleModule,
): Promise<Sample> {
  const log: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void log.push(line) });
  const services = { authenticator, ledger, clock: { now: () => NOW } };
  const app = await createHttpApplication(module, { logger, ...options }, () => ({
    ...services,
    ...options,
  }));
  await app.listen(0, '127.0.0.1');
  const base = await app.getUrl();
  const call: Sample['call'] = (method, path, { headers, ...init } = {}) =>
    fetch(base + path, {
      method,
      // `fetch` accepts compressed bodies by default.
      headers: { authorization: 'ok', 'accept-encoding': 'identity', ...headers },
      ...init,
    });
  return {
    app,
    base,
    log,
    call,
    send: (method, path, body, headers) =>
      call(method, path, { body, headers: { 'content-type': 'application/json', ...headers } }),
  };
}

/** Returns the error list of a response, after checking what all error lists have in common. */
export async function problemsOf(answer: Response, status: number): Promise<Problem[]> {
  const list = (await answer.json()) as Problem[];
  expect({ status: answer.status, isList: Array.isArray(list), list }).toMatchObject({
    status,
    isList: true,
  });
  expect(list.length).toBeGreaterThan(0);
  for (const problem of list) {
    expect(problem).toHaveProperty('type', expect.any(String));
    expect(Object.keys(problem)).toEqual(
      expect.not.arrayContaining(['stack', 'statusCode', 'error']),
    );
  }
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.headers.get('x-request-id')).toBeTruthy();
  return list;
}

import { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendTogether } from './respond.js';

const hook = sendTogether();
let sent: unknown[] = [];

function respond(payload: unknown, method = 'GET'): void {
  const done = (_error?: Error | null, value?: unknown): void => {
    sent.push(value);
  };
  Reflect.apply(hook, undefined, [{ method } as FastifyRequest, {} as FastifyReply, payload, done]);
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('sends responses to reads in their order, at the end of the turn in which they are ready', async () => {
  sent = [];
  respond('a');
  await Promise.resolve();
  respond('b');
  respond(undefined);
  expect(sent).toEqual([]);
  await turn();
  expect(sent).toEqual(['a', 'b', undefined]);
  respond('c');
  await turn();
  expect(sent).toEqual(['a', 'b', undefined, 'c']);
});

it('begins streams, and sends responses to writes, at once', () => {
  sent = [];
  const stream = Readable.from(['a']);
  respond(stream);
  respond('b', 'POST');
  expect(sent).toEqual([stream, 'b']);
});

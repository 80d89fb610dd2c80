import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { START } from '../support/service-process.js';

/** Starts a process that rebuilds read models of a directory on demand. Its first message describes the data. */
export function startRebuilds(
  directory: string,
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const main = fileURLToPath(new URL('./rebuild-process.js', import.meta.url));
  return fork(main, [directory], {
    execArgv: START.slice(0, -1),
    env: { PATH: process.env['PATH'], ...env },
  });
}

/** Sends it a message. Returns the reply. */
export async function ask<Response extends object>(
  process: ChildProcess,
  message: 'turn' | 'end',
): Promise<Response> {
  const answer = next<Response>(process);
  process.send(message);
  return answer;
}

/** Its next message. Rejects if it exits without one. */
export async function next<Message extends object>(process: ChildProcess): Promise<Message> {
  const over = new AbortController();
  const { signal } = over;
  try {
    const happened = [once(process, 'message', { signal }), once(process, 'exit', { signal })];
    const [message] = (await Promise.race(happened)) as [Message | number | null];
    if (typeof message === 'object' && message) return message;
    throw new Error(`the process of a rebuild ended with ${message}`);
  } finally {
    over.abort();
  }
}

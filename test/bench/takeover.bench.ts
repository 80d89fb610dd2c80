import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { memberBody } from '../support/bodies.js';
import { Cluster } from '../support/cluster.js';
import { median } from './load.js';

const TRIES = 10;
const BURNING = 2;

/**
 * Time from the `kill -9` of the leading projector until a read with the token of a later write is served, beside processes that burn
 * all processor time. The fixtures of both servers run in this process.
 */
export async function takeover(): Promise<object> {
  const cluster = await Cluster.start({ projectors: 2, apis: 1 });
  const burning = Array.from({ length: BURNING }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  try {
    await cluster.makeFirm();
    const took: number[] = [];
    for (let n = 1; n <= TRIES; n++) {
      took.push(await servedAfterMs(cluster));
      const { said } = await cluster.startProjector(2 + n);
      while (!(await fetch(`http://127.0.0.1:${said}/health/ready`)).ok) await delay(50);
    }
    return {
      longestMs: Math.round(Math.max(...took)),
      medianMs: Math.round(median(took)),
      tries: TRIES,
      burning: BURNING,
    };
  } finally {
    for (const child of burning) child.kill('SIGKILL');
    await cluster.stop();
  }
}

async function servedAfterMs({ projectors, client }: Cluster): Promise<number> {
  // the one that started first leads
  const leader = projectors.shift();
  leader?.child.kill('SIGKILL');
  const killed = performance.now();
  const body = memberBody();
  const written = await client.post('/restapi/members', body);
  const token = written.headers.get('x-consistency-token') ?? '';
  const path = `/restapi/members/${String(body['loginId'])}`;
  const read = await client.get(path, { 'x-consistency-token': token });
  if (written.status !== 201 || read.status !== 200) {
    throw new Error(`write ${written.status}, read ${read.status}`);
  }
  return performance.now() - killed;
}

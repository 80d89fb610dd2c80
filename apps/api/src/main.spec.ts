import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../test/support/condition.js';
import { freePort } from '../../../test/support/free-port.js';
import { ServiceProcess, START, START_SCRIPT } from '../../../test/support/service-process.js';

const MIB = 1024 * 1024;
/** Of `npm start`, in MiB. */
const OLD_SPACE = 1_024;
const SEMI_SPACE = 32;

/** What the log tells of a life, in order. */
const LIFE = ['starting', 'stores opened', 'lease acquired', 'stopping', 'lease ended', 'stopped'];

/** Options of Node that run a module before the program. */
const told = (module: string): string[] => [
  ...['--import', `data:text/javascript,${encodeURIComponent(module)}`],
];

describe('the process that npm start starts', () => {
  let service: ServiceProcess | undefined;
  afterEach(async () => {
    await service?.stop();
    await service?.remove();
  });

  it('has the memory that sizing.md speaks of, and tells its first start in words where LOG_FORMAT says so', async () => {
    const tell = `
      import { getHeapStatistics } from 'node:v8';
      console.log('heap limit: %d', getHeapStatistics().heap_size_limit);`;
    const env = { LOG_LEVEL: 'info', LOG_FORMAT: 'pretty' };
    service = await ServiceProcess.start(await ServiceProcess.freshDirectory(), env, told(tell));
    const { output } = service;
    const limit = Number(/heap limit: (\d+)/.exec(output)?.[1]) / MIB;
    // young objects have three semi-spaces
    expect(limit).toBe(OLD_SPACE + 3 * SEMI_SPACE);
    expect(output).toMatch(/\n(?:Brokerage account service is listening on http)/);
    expect(output).toMatch(
      /\] INFO <demo.start:[^>]+>: request PUT \/backoffice\/firms\/:firmId 200 [\d.]+ ms \{"requestId"/,
    );
    void service.stop();
    const life = await service.untilItEnds().catch((error: unknown) => output + String(error));
    expect(LIFE.filter((msg) => !life.includes(` INFO: ${msg}`))).toEqual([]);
  });

  it('ends as it should when it is told to while its first start is under way', async () => {
    const tell = `
      process.on('newListener', (name) => {
        if (name === 'SIGTERM') setImmediate(() => process.kill(process.pid, 'SIGTERM'));
      });`;
    service = await ServiceProcess.start(await ServiceProcess.freshDirectory(), {}, told(tell));
    await expect(service.untilItEnds()).rejects.toThrow('the service ended with 0:');
    expect((await service.credentials()).firmId).not.toBe('');
  });

  it('is not ready before the demonstration firm is, and opens no inspector when it gets SIGUSR1', async () => {
    const port = await freePort();
    const dataDir = await ServiceProcess.freshDirectory();
    const starting = ServiceProcess.start(dataDir, { PORT: String(port) });
    const credentials = await eventually(async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
      return answer?.status === 200 ? existsSync(join(dataDir, 'credentials.json')) : undefined;
    });
    service = await starting;
    expect(credentials).toBe(true);
    process.kill(service.pid, 'SIGUSR1');
    void service.stop();
    await expect(service.untilItEnds()).rejects.toThrow(
      /^(?!.*Debugger listening).* ended with 0:/su,
    );
  });

  it('answers what is under way, however often and whatever way it is told to end, and tells its life in the log', async () => {
    const env = { LOG_LEVEL: 'info' };
    service = await ServiceProcess.start(await ServiceProcess.freshDirectory(), env);
    const { pid, url, output } = service;
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    const answered = once(socket, 'close');
    const { tokens } = await service.credentials();
    socket.write(
      `POST /restapi/accounts HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${tokens.client}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n',
    );
    await eventually(() => (answer.includes('100 Continue') ? true : undefined));
    process.kill(pid, 'SIGHUP');
    await eventually(() =>
      fetch(`${url}/health/live`).then(
        () => undefined,
        () => true,
      ),
    );
    for (const again of ['SIGHUP', 'SIGQUIT', 'SIGINT', 'SIGTERM'] as const) {
      process.kill(pid, again);
    }
    socket.write('{}');
    await answered;
    expect(answer).toContain('400 Bad Request');
    const life = await service.untilItEnds().catch((error: unknown) => output + String(error));
    expect(life).toContain('the service ended with 0:');
    expect(LIFE.filter((msg) => !life.includes(`"msg":"${msg}"}`))).toEqual([]);
    const opening = life.matchAll(/"store":"([\w-]+)","msg":"opening store"/g);
    const stores = [...opening].map(([, store]) => store);
    expect(stores).toEqual(['events', 'keys', 'read-models', 'progress', 'requests']);
    expect(life).toContain(
      '"eventStore":"embedded","documentStore":"embedded","msg":"stores opened"',
    );
  });

  it('takes the place of the shell of npm, and serves and ends when npm is told to, where what it says goes to a full disk', async () => {
    const dataDir = await ServiceProcess.freshDirectory();
    const port = await freePort();
    const full = openSync('/dev/full', 'w');
    const child = spawn('sh', ['-c', START_SCRIPT], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: String(port) },
      stdio: ['ignore', full, full],
      detached: true,
    });
    closeSync(full);
    const exited = once(child, 'exit');
    try {
      // what it says of these requests is lost as well
      await eventually(async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined);
        return answer?.status === 200 ? true : undefined;
      });
      child.kill('SIGTERM');
      expect(await exited).toEqual([0, null]);
    } finally {
      // with what a shell would have left behind
      if (child.pid !== undefined) endGroup(child.pid);
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  it('serves, and ends when it is told to, while nobody reads what it says, and tells later what is missing', async () => {
    const dataDir = await ServiceProcess.freshDirectory();
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const pipe = join(dataDir, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const read = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    const write = openSync(pipe, 'w');
    const child = spawn(process.execPath, START, {
      env: { PATH: process.env['PATH'], DATA_DIR: join(dataDir, 'data'), PORT: String(port) },
      stdio: ['ignore', write, 'ignore'],
    });
    closeSync(write);
    const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
    const dropped = async (): Promise<number> => {
      const answer = await fetch(`${url}/metrics`).catch(() => undefined);
      return Number(
        /^brokerage_log_lines_dropped_total (\d+)$/m.exec((await answer?.text()) ?? '')?.[1],
      );
    };
    const untilDropped = (more: number): Promise<true> =>
      eventually(async () => {
        const some = Array.from({ length: 8 }, () => manyRequests(port));
        await Promise.allSettled(some);
        return (await dropped()) > more ? true : undefined;
      });
    const reader = new Socket({ fd: read, readable: true });
    try {
      await untilDropped(0);
      const lines: { readonly msg: string; readonly lines?: number }[] = [];
      createInterface(reader).on('line', (line) => lines.push(JSON.parse(line) as never));
      const told = await eventually(() => lines.find(({ msg }) => msg === 'log lines dropped'));
      const before = lines.indexOf(told);
      // it was not the last one: what is said from now on follows it
      expect((await fetch(`${url}/health/live`)).status).toBe(200);
      await eventually(() => (lines.length > before + 1 ? true : undefined));
      const all = lines.reduce((sum, line) => sum + (line.lines ?? 0), 0);
      expect(all).toBe(await dropped());

      reader.pause();
      await untilDropped(all);
      child.kill('SIGTERM');
      expect(await exited).toBe(0);
    } finally {
      reader.destroy();
      child.kill('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

/** Sends as many requests as may wait on one connection, which leave as many lines, and takes their answers. */
async function manyRequests(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const request = `GET /health/live HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${'x'.repeat(128)}\r\n\r\n`;
  socket.end(request.repeat(100));
  socket.resume();
  await once(socket, 'close');
}

/** Ends a process and those that it has started, if there are any left. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // none is left
  }
}

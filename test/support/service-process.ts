import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Credentials, readCredentials } from '#libs/platform/identity';
import { PATIENT } from './condition.js';

/** The built service as a child process, on the embedded stores. */
export class ServiceProcess {
  private constructor(
    readonly dataDir: string,
    readonly url: string,
    /** Milliseconds from process start to listening. */
    readonly startedInMs: number,
    /** Everything written by then, to stdout or stderr. */
    readonly output: string,
    /** Everything written so far. */
    private readonly said: () => string,
    private readonly child: ChildProcess,
    /** Its exit code, once all output has been read. */
    private readonly exited: Promise<number | null>,
  ) {}

  /** A new, empty directory. */
  static async freshDirectory(): Promise<string> {
    return mkdtemp(join(tmpdir(), 'brokerage-'));
  }

  /**
   * Starts the service on a free port and waits until it listens.
   * @param openFiles limit of file descriptors
   */
  static async start(
    dataDir: string,
    env: Readonly<Record<string, string>> = {},
    nodeOptions: readonly string[] = [],
    openFiles?: number,
  ): Promise<ServiceProcess> {
    const started = performance.now();
    const { child, exited } = launch(dataDir, env, nodeOptions, openFiles);
    let output = '';
    const url = await new Promise<string>((resolve, reject) => {
      const look = (chunk: Buffer): void => {
        output += chunk.toString();
        const found = /listening on (http:\S+)/.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      };
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      void exited.then((code) => reject(new Error(`the service ended with ${code}: ${output}`)));
    });
    const startedIn = performance.now() - started;
    return new ServiceProcess(dataDir, url, startedIn, output, () => output, child, exited);
  }

  /** Starts the service and kills it after some time, whether or not it listens by then. */
  static async startAndKill(
    dataDir: string,
    moment: Promise<unknown>,
    env: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const { child, exited } = launch(dataDir, env);
    // its output is not read
    child.stdout.resume();
    child.stderr.resume();
    await Promise.race([moment, exited]);
    child.kill('SIGKILL');
    await exited;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async credentials(): Promise<Credentials> {
    const credentials = await readCredentials(this.dataDir);
    if (!credentials) throw new Error('the service left no credentials');
    return credentials;
  }

  /** Rejects when it has ended, with the end of its output. */
  async untilItEnds(): Promise<never> {
    const code = await this.exited;
    throw new Error(`the service ended with ${code}: ${this.said().slice(-2_000)}`);
  }

  /** The lines written so far that contain this text. */
  lines(text: string): string[] {
    return this.said()
      .split('\n')
      .filter((line) => line.includes(text));
  }

  /** Stops it with SIGTERM. Returns the exit code. */
  async stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    return this.exited;
  }

  /** Kills it. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }

  async remove(): Promise<void> {
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/** The script of `npm start`. */
export const START_SCRIPT = (
  JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly scripts: { readonly start: string };
  }
).scripts.start;

/** Node arguments of `npm start`: options, then the program. */
export const START = START_SCRIPT.replace(/^.*?\bnode /u, '').split(' ');

function launch(
  dataDir: string,
  env: Readonly<Record<string, string>>,
  nodeOptions: readonly string[] = [],
  openFiles?: number,
): { child: ChildProcessByStdio<null, Readable, Readable>; exited: Promise<number | null> } {
  const program = [process.execPath, ...nodeOptions, ...START];
  const limited = openFiles === undefined ? [] : ['prlimit', `--nofile=${openFiles}`];
  const [command = '', ...args] = [...limited, ...program];
  const child = spawn(command, args, {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...PATIENT,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, exited };
}

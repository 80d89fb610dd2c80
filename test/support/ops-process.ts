import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { reportingUsage, run } from '../../apps/ops/src/command-line.js';
import { opsProgram } from '../../apps/ops/src/program.js';

/** Result of a run of the command line. */
export interface OpsResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Expected output of `audit roots` for a service just started. A UTC day may have ended since. */
export const ROOTS_SO_FAR = /^(?:No day has ended yet\.|DAY .*\n\d{4}-\d\d-\d\d .*)\n$/;

const main = (): string => join(process.cwd(), 'dist/bin/ops.js');
const environment = (dataDir: string, env: Readonly<Record<string, string>>) => ({
  PATH: process.env['PATH'],
  DATA_DIR: dataDir,
  ...env,
});

/** The command running in this process. Commands run one at a time, since each uses process-wide state. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the command line on a directory, in this process, where its code is already loaded.
 * @param stdout stream that it prints to, for reading while the command is running
 */
export function ops(
  dataDir: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  stdout: Writable = new Sink(),
): Promise<OpsResult> {
  const running = last.then(() => runHere(args, environment(dataDir, env), stdout));
  last = running.catch(() => undefined);
  return running;
}

async function runHere(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  stdout: Writable,
): Promise<OpsResult> {
  const stderr = new Sink();
  const its = { env, stdin: Readable.from([]), stdout, stderr };
  const { exitCode } = process;
  const before = Object.getOwnPropertyDescriptors(process);
  for (const [name, value] of Object.entries(its)) {
    Object.defineProperty(process, name, { value, configurable: true });
  }
  process.exitCode = undefined;
  try {
    const status = await run(reportingUsage(opsProgram()), ['node', 'ops', ...args]);
    return { status, stdout: stdout instanceof Sink ? stdout.text : '', stderr: stderr.text };
  } finally {
    process.exitCode = exitCode;
    for (const name of Object.keys(its)) Object.defineProperty(process, name, before[name]!);
  }
}

/** A stream that collects what is written to it. */
class Sink extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }
}

/** Runs the built command line as a child process, on a directory. */
export function opsProcess(
  dataDir: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<OpsResult> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [main(), ...args],
      { env: environment(dataDir, env) },
      (_error, stdout, stderr) => resolve({ status: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

/** Streams of a long-running command. */
interface OpsStreams {
  readonly stdin?: 'ignore' | 'pipe';
  /** A file descriptor, or a pipe that is read. */
  readonly stdout?: 'pipe' | number;
}

/**
 * Starts the built command line, for commands that run until stopped.
 * @param streams whether it has a writable standard input, and where it prints if the output is not read
 */
export function startOps(
  dataDir: string,
  args: readonly string[],
  { stdin = 'ignore', stdout = 'pipe' }: OpsStreams = {},
): ChildProcess {
  return spawn(process.execPath, [main(), ...args], {
    env: environment(dataDir, {}),
    stdio: [stdin, stdout, 'pipe'],
  });
}

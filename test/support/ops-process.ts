import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';

/** What a run of the command line left. */
export interface OpsResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What `audit roots` prints of a service that a test has just started: a day may have ended since, in UTC. */
export const ROOTS_SO_FAR = /^(?:No day has ended yet\.|DAY .*\n\d{4}-\d\d-\d\d .*)\n$/;

const main = (): string => join(process.cwd(), 'dist/apps/ops/src/main.js');
const environment = (dataDir: string, env: Readonly<Record<string, string>>) => ({
  PATH: process.env['PATH'],
  DATA_DIR: dataDir,
  ...env,
});

/** Runs the built command line as a process of its own, on a directory. */
export function ops(
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

/** What a command line that goes on is connected to. */
interface OpsStreams {
  readonly stdin?: 'ignore' | 'pipe';
  /** A file descriptor, or a pipe that is read. */
  readonly stdout?: 'pipe' | number;
}

/**
 * Starts the built command line, for commands that go on until they are ended.
 * @param streams whether it has a standard input to be written to, and what it prints to, if that is not to be read
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

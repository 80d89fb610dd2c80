import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

/** A running program of the build. */
export interface RunningProgram {
  readonly child: ChildProcess;
  /** Its exit code, once all output has been read. */
  readonly exited: Promise<number | null>;
  /** The announcement's match. */
  readonly said: string;
  /** Everything written until then, to stdout or stderr. */
  readonly output: string;
}

/** Starts a program of the build and waits until it announces that it is ready, on stdout or stderr. */
export async function startProgram(
  name: 'api' | 'projector',
  env: Readonly<Record<string, string>>,
  announcement: RegExp,
): Promise<RunningProgram> {
  const main = join(process.cwd(), `dist/bin/${name}.js`);
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  let output = '';
  const said = await new Promise<string>((resolve, reject) => {
    const look = (chunk: Buffer): void => {
      output += chunk.toString();
      const found = announcement.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    void exited.then((code) => reject(new Error(`the ${name} ended with ${code}: ${output}`)));
  });
  return { child, exited, said, output };
}

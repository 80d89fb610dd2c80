import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

/** A program of the build while it runs. */
export interface RunningProgram {
  readonly child: ChildProcess;
  /** Its exit code, once it has said everything. */
  readonly exited: Promise<number | null>;
  /** What the announcement said. */
  readonly said: string;
  /** Everything it has written until then, on either output. */
  readonly output: string;
}

/** Starts a program of the build and waits until it announces, on either output, that it is ready. */
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

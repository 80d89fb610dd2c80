import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs Node.js with arguments and additional variables. Returns whether it ended with status 0. Everything that it has started ends
 * with it, and with this process.
 */
export async function runStep(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<boolean> {
  const child = spawn(process.execPath, args, {
    ...{ stdio: 'inherit', env: { ...process.env, ...env } },
    // A process group of its own, which its children are in too.
    detached: true,
  });
  const endAll = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // nobody is left
    }
  };
  const interrupted = (): void => {
    endAll();
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupted);
  const [status] = (await once(child, 'exit')) as [number | null];
  endAll();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupted);
  return status === 0;
}

import { rmSync, statSync, utimesSync, writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { hostname } from 'node:os';
import { NamedError } from '#libs/platform/kernel';

/** Another process writes to the directory. */
export class DirectoryInUseError extends NamedError {}

const HEARTBEAT = 'writer.alive';
const HEARTBEAT_MS = 2_000;
const STALE_MS = 10_000;

/**
 * Waits until the last heartbeat in a directory is stale. For directories whose holder can't be read because the register is damaged.
 * @throws DirectoryInUseError at the next heartbeat
 */
export async function waitUntilUnused(directory: string, signal: AbortSignal): Promise<void> {
  const last = beatIn(directory);
  while (last !== undefined && Math.abs(Date.now() - last) < STALE_MS) {
    await delay(HEARTBEAT_MS / 4, undefined, { signal });
    if (beatIn(directory) === last) continue;
    throw new DirectoryInUseError(`${directory} is in use by another process: stop it first`);
  }
}

function beatIn(directory: string): number | undefined {
  return statSync(join(directory, HEARTBEAT), { throwIfNoEntry: false })?.mtimeMs;
}

/** Stores the holder of a directory. */
export interface HolderRegister {
  /** Replaces the holder if `mayReplace` allows it, atomically across processes. Returns undefined then, else the current holder. */
  swap(
    mayReplace: (current: string | undefined) => boolean,
    next: string | undefined,
  ): string | undefined;
}

/**
 * The right to write to a directory, held by one process. A dead holder on the same host is replaced at once; one on another host
 * (a replaced container) once its heartbeat has been missing for ten seconds. So `kill -9` needs no manual repair.
 */
export class WriterLock {
  readonly #timer: NodeJS.Timeout;

  private constructor(
    private readonly register: HolderRegister,
    private readonly me: string,
    private readonly heartbeat: string,
  ) {
    this.#timer = setInterval(() => {
      try {
        const now = new Date();
        utimesSync(heartbeat, now, now);
      } catch {
        // One missed heartbeat is harmless.
      }
    }, HEARTBEAT_MS);
    this.#timer.unref();
  }

  /** @throws DirectoryInUseError if a live process holds the lock */
  static async acquire(directory: string, register: HolderRegister): Promise<WriterLock> {
    const heartbeat = join(directory, HEARTBEAT);
    const holder = thisProcess();
    const me = JSON.stringify(holder);
    const isAlive = (other: ProcessIdentity): boolean => {
      if (other.host === holder.host) return isRunning(other);
      const beat = beatIn(directory);
      return beat !== undefined && Date.now() - beat < STALE_MS;
    };
    const mayTake = (current: string | undefined): boolean => {
      if (current !== undefined && isAlive(JSON.parse(current) as ProcessIdentity)) return false;
      writeFileSync(heartbeat, '', { mode: 0o600 });
      return true;
    };
    const deadline = Date.now() + STALE_MS + HEARTBEAT_MS;
    for (;;) {
      const current = register.swap(mayTake, me);
      if (current === undefined) return new WriterLock(register, me, heartbeat);
      const other = JSON.parse(current) as ProcessIdentity;
      if (other.host === holder.host || Date.now() > deadline) {
        throw new DirectoryInUseError(
          `${directory} is in use by process ${other.pid} on ${other.host}: only one process may write there`,
        );
      }
      await delay(HEARTBEAT_MS / 4);
    }
  }

  /** Releases the lock if it is still ours. */
  release(): void {
    clearInterval(this.#timer);
    this.register.swap((current) => {
      if (current !== this.me) return false;
      try {
        rmSync(this.heartbeat, { force: true });
      } catch {
        // The heartbeat goes stale if it can't be removed.
      }
      return true;
    }, undefined);
  }
}

/** Identifies a process. The start time guards against reused process ids where the system reports it. */
export interface ProcessIdentity {
  readonly host: string;
  readonly pid: number;
  /** In ticks since boot (Linux); empty if unknown. */
  readonly started: string;
}

function startOf(pid: number): string {
  try {
    // The second field is the command in parentheses and may contain blanks; the 22nd field is the start time.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

export function thisProcess(): ProcessIdentity {
  return { host: hostname(), pid: process.pid, started: startOf(process.pid) };
}

/** Whether a process of this host is still running. */
export function isRunning({ pid, started }: Omit<ProcessIdentity, 'host'>): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, as another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return started === startOf(pid);
}

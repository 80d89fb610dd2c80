import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { NamedError } from '#libs/platform/kernel';
import { isRunning, type ProcessIdentity, thisProcess } from './process-identity.js';

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

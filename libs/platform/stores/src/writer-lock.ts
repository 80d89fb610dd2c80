import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { NamedError } from '#libs/platform/kernel';
import { isRunning, type ProcessIdentity, thisProcess } from './process-identity.js';

/** Another process writes in the directory. */
export class DirectoryInUseError extends NamedError {}

const HEARTBEAT = 'writer.alive';
const HEARTBEAT_MS = 2_000;
const STALE_MS = 10_000;

/**
 * Waits until no process gives a sign of life in a directory, for those who can't look who holds it since its register is damaged.
 * @throws DirectoryInUseError when one does
 */
export async function untilNobodyWrites(directory: string, signal: AbortSignal): Promise<void> {
  const last = beatIn(directory);
  while (last !== undefined && Math.abs(Date.now() - last) < STALE_MS) {
    await delay(HEARTBEAT_MS / 4, undefined, { signal });
    if (beatIn(directory) === last) continue;
    throw new DirectoryInUseError(`${directory} is written by another process: stop it first`);
  }
}

function beatIn(directory: string): number | undefined {
  return statSync(join(directory, HEARTBEAT), { throwIfNoEntry: false })?.mtimeMs;
}

/** Where the holder is kept. */
export interface HolderRegister {
  /**
   * Replaces the holder if `mayReplace` says so of the present one, atomically between processes. Answers undefined when it
   * did, else the holder that stays.
   */
  swap(
    mayReplace: (current: string | undefined) => boolean,
    next: string | undefined,
  ): string | undefined;
}

/**
 * The right to write in a directory, held by one process. It dies with its holder: on the same host a holder that no longer
 * runs is passed over at once, one on another host (a container that was replaced) when its heartbeat has been missing for
 * ten seconds. Nothing needs repair by hand after `kill -9`.
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
        // A missed beat is harmless by itself; the next one comes.
      }
    }, HEARTBEAT_MS);
    this.#timer.unref();
  }

  /** Takes the lock. Throws {@link DirectoryInUseError} when a live process has it. */
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
      const holds = register.swap(mayTake, me);
      if (holds === undefined) break;
      const other = JSON.parse(holds) as ProcessIdentity;
      if (other.host === holder.host || Date.now() > deadline) {
        throw new DirectoryInUseError(
          `${directory} is written by process ${other.pid} on ${other.host}; only one may write there`,
        );
      }
      await delay(HEARTBEAT_MS / 4);
    }
    return new WriterLock(register, me, heartbeat);
  }

  /** Gives the lock up, if it is still ours. */
  release(): void {
    clearInterval(this.#timer);
    this.register.swap((current) => {
      if (current !== this.me) return false;
      try {
        rmSync(this.heartbeat, { force: true });
      } catch {
        // It goes stale where it can't be removed.
      }
      return true;
    }, undefined);
  }
}

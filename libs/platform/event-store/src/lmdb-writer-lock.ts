import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Another process writes in the directory. */
export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError';
}

/** Names a process beyond reuse of its number: when it started is part of it where the system tells. */
interface Holder {
  readonly host: string;
  readonly pid: number;
  readonly started: string;
}

const HEARTBEAT_MS = 2_000;
const STALE_MS = 10_000;

/** Start of a process in ticks since boot (Linux), empty where it can't be told. */
function startOf(pid: number): string {
  try {
    // The second field is the command in brackets and may hold blanks; the 22nd field is the start.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isRunning(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: it runs, as another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return holder.started === startOf(holder.pid);
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
  readonly #register: HolderRegister;
  readonly #me: string;
  readonly #timer: NodeJS.Timeout;

  private constructor(register: HolderRegister, me: string, heartbeat: string) {
    this.#register = register;
    this.#me = me;
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
    const heartbeat = join(directory, 'writer.alive');
    const holder: Holder = { host: hostname(), pid: process.pid, started: startOf(process.pid) };
    const me = JSON.stringify(holder);
    const mayTake = (current: string | undefined): boolean => {
      if (current !== undefined) {
        const other = JSON.parse(current) as Holder;
        const beat = statSync(heartbeat, { throwIfNoEntry: false });
        const alive =
          other.host === holder.host
            ? isRunning(other)
            : beat !== undefined && Date.now() - beat.mtimeMs < STALE_MS;
        if (alive) return false;
      }
      writeFileSync(heartbeat, '');
      return true;
    };
    const deadline = Date.now() + STALE_MS + HEARTBEAT_MS;
    for (;;) {
      const holds = register.swap(mayTake, me);
      if (holds === undefined) break;
      const other = JSON.parse(holds) as Holder;
      if (other.host === holder.host || Date.now() > deadline) {
        throw new DirectoryInUseError(
          `${directory} is written by process ${other.pid} on ${other.host}; one process at a time writes a log`,
        );
      }
      await delay(HEARTBEAT_MS / 4);
    }
    return new WriterLock(register, me, heartbeat);
  }

  /** Gives the lock up, if it is still ours. */
  release(): void {
    clearInterval(this.#timer);
    this.#register.swap((current) => current === this.#me, undefined);
  }
}

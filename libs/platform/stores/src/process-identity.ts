import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Names a process beyond reuse of its number: when it started is part of it where the system tells. */
export interface ProcessIdentity {
  readonly host: string;
  readonly pid: number;
  /** In ticks since boot (Linux), empty where it can't be told. */
  readonly started: string;
}

function startOf(pid: number): string {
  try {
    // The second field is the command in brackets and may hold blanks; the 22nd field is the start.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** The identity of this process. */
export function thisProcess(): ProcessIdentity {
  return { host: hostname(), pid: process.pid, started: startOf(process.pid) };
}

/** Whether a process of this host still runs. */
export function isRunning({ pid, started }: Omit<ProcessIdentity, 'host'>): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, as another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return started === startOf(pid);
}

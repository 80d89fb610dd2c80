import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

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

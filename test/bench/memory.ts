import { readFile } from 'node:fs/promises';

const EVERY_MS = 100;

/** The most memory that a process had, in MiB. */
export interface PeakMemory {
  /** Its own. */
  readonly anonymous: number;
  /** With the pages of mapped files, which the system may take back. */
  readonly resident: number;
}

/** Looks at the memory of a process now and then, until its peak is asked for. */
export function watchMemory(pid: number): { peak: () => Promise<PeakMemory> } {
  const peak = { anonymous: 0, resident: 0 };
  const look = async (): Promise<void> => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const mib = (name: string): number =>
      Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1_024);
    peak.anonymous = Math.max(peak.anonymous, mib('RssAnon'));
    peak.resident = Math.max(peak.resident, mib('VmRSS'));
  };
  const timer = setInterval(() => void look(), EVERY_MS);
  return {
    peak: async () => {
      clearInterval(timer);
      await look();
      return peak;
    },
  };
}

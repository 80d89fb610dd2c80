import { readFile } from 'node:fs/promises';

const EVERY_MS = 100;

/** Peak memory of a process, in MiB. */
export interface PeakMemory {
  /** Its own memory. */
  readonly anonymous: number;
  /** Including pages of mapped files, which the system may reclaim. */
  readonly resident: number;
}

/** Samples the memory of a process until its peak is requested. */
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

import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Clock } from '#libs/platform/kernel';

/** The machine's clock. */
export class SystemClock implements Clock {
  now(): number {
    return Date.now();
  }
}

/** Finds the addresses of a host name, as `net.connect` asks for them. */
export type HostLookup = LookupFunction;

/** What the system knows: its hosts file, its name servers. */
export const systemLookup: HostLookup = lookup;

/**
 * Keeps SIGUSR1 from opening Node's inspector, which gives whoever reaches its port on this machine everything that is in memory: keys,
 * and personal data in plain text. `--inspect` still opens it.
 */
export function keepInspectorClosed(): void {
  process.on('SIGUSR1', () => undefined);
}

import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Clock } from '#libs/platform/kernel';

export class SystemClock implements Clock {
  now(): number {
    return Date.now();
  }
}

/** Resolves a host name, with the signature `net.connect` expects. */
export type HostLookup = LookupFunction;

/** Resolves names as the system does: hosts file and name servers. */
export const systemLookup: HostLookup = lookup;

/** Keeps SIGUSR1 from opening Node's inspector, which exposes keys and personal data in memory. `--inspect` still opens it. */
export function keepInspectorClosed(): void {
  process.on('SIGUSR1', () => undefined);
}

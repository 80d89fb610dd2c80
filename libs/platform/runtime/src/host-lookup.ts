import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** Finds the addresses of a host name, as `net.connect` asks for them. */
export type HostLookup = LookupFunction;

/** What the system knows: its hosts file, its name servers. */
export const systemLookup: HostLookup = lookup;

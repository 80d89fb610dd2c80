import type { Timestamp } from '#libs/platform/kernel';
import type { Caller } from './caller.js';

/** Subject of what is shown of everybody. */
export const WHOLE_LOG = 'log';

/** Something sensitive that an answer shows. */
export interface Disclosure {
  /** `fullTid`: a whole tax id. `asOf`: a state of the past. `export`: stored events. */
  readonly kind: 'fullTid' | 'asOf' | 'export';
  /** Whose it is, such as `member:jdoe`, `account:RA12345678`, `firm:1000001`; ids only. */
  readonly subjects: readonly string[];
  /** Of a state of the past: its moment. */
  readonly asOf?: Timestamp;
}

/** What is recorded of a request that is shown something sensitive. */
export interface DisclosedTo {
  readonly caller: Caller;
  readonly associatedMember: string | undefined;
  readonly method: string;
  /** Template of the route. */
  readonly route: string;
  readonly requestId: string;
}

/** Remembers who was shown something sensitive. */
export interface DisclosureLedger {
  /**
   * Records durably, before the answer goes out.
   * @throws StoreUnavailableError when the log is away: the answer is then a 503, and shows nothing
   */
  record(to: DisclosedTo, disclosures: readonly Disclosure[]): Promise<void>;
}

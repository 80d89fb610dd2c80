import type { DomainEvent, Timestamp } from '#libs/platform/kernel';
import type { Contact, Identity } from './person.js';

/** An advisor firm named a trustee for its clients' corporate accounts ([trustee.create]). */
export type TrusteeCreated = DomainEvent<
  'trustee.TrusteeCreated',
  Identity &
    Contact & {
      readonly loginId: string;
      /** Numeric, never changes; from the same numbers as members'. */
      readonly memberOid: string;
      /** The advisor firm. */
      readonly firmOid: string;
      readonly creationDate: Timestamp;
    }
>;

/** Stream `trustee-{loginId}`. */
export type TrusteeEvent = TrusteeCreated;

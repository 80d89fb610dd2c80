import type { Citizenship, DomainEvent, Suffix, Timestamp, Title } from '#libs/platform/kernel';
import type { Address } from './address.js';
import type { Identity } from './person.js';

/** How a trustee is reached and addressed, and where the trustee belongs. */
export interface TrusteeProfile {
  readonly title?: Title;
  readonly suffix?: Suffix;
  readonly email1: string;
  readonly email2?: string;
  readonly dayTelephone?: string;
  readonly eveningTelephone?: string;
  readonly primaryAddress?: Address;
  readonly mailingAddress?: Address;
  readonly citizenship?: Citizenship;
  /** ISO 3166 code of two letters. */
  readonly residenceCountry?: string;
}

/** An advisor firm named a trustee for its clients' corporate accounts ([trustee.create]). */
export type TrusteeCreated = DomainEvent<
  'trustee.TrusteeCreated',
  Identity &
    TrusteeProfile & {
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

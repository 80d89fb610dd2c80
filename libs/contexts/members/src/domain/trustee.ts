import {
  type Decider,
  type DomainEvent,
  type LocalDate,
  refuse,
  type Timestamp,
} from '#libs/platform/kernel';
import {
  type Address,
  ageProblems,
  postOfficeBoxProblems,
  type Contact,
  type Identity,
  loginIdTaken,
} from './person.js';
import { compact, type Requested } from './requested.js';

/** A trustee to be created. */
export interface NewTrustee
  extends Identity, Requested<Omit<Contact, 'email1' | 'primaryAddress'>> {
  readonly loginId: string;
  readonly email1: string;
  readonly primaryAddress?: Address;
}

/** Creates a trustee of the caller's advisor firm. */
export interface CreateTrustee {
  readonly type: 'CreateTrustee';
  readonly firmId: string;
  readonly trustee: NewTrustee;
}

interface TrusteeState {
  readonly trustee?: {
    readonly loginId: string;
    readonly firmOid: string;
    /** Missing once the personal data has been erased. */
    readonly dateOfBirth?: LocalDate;
  };
}

/** Trustees, in stream `trustee-{loginId}`. */
export const trusteeDecider: Decider<TrusteeState, CreateTrustee, TrusteeEvent> = {
  category: 'trustee',
  initial: {},

  decide({ trustee, firmId: firmOid }, state, { ids, now }) {
    const { dateOfBirth, primaryAddress: home } = trustee;
    const problems = [
      ...(home ? postOfficeBoxProblems('member.primary.address.cannot.be.po.box', home) : []),
      ...ageProblems('dateOfBirth', dateOfBirth, home, now),
      ...(state.trustee === undefined ? [] : [loginIdTaken]),
    ];
    if (problems.length > 0) return refuse(...problems);
    const data = compact({ ...trustee, memberOid: ids.digits(16), firmOid, creationDate: now });
    return [{ type: 'trustee.TrusteeCreated', data }];
  },
  evolve: (_, { data: { loginId, firmOid, dateOfBirth } }) => ({
    trustee: { loginId, firmOid, dateOfBirth },
  }),
};

/** An advisor firm created a trustee for its clients' corporate accounts ([trustee.create]). */
export type TrusteeCreated = DomainEvent<
  'trustee.TrusteeCreated',
  Identity &
    Contact & {
      readonly loginId: string;
      /** Numeric, never changes; from the same range as members'. */
      readonly memberOid: string;
      /** The advisor firm. */
      readonly firmOid: string;
      readonly creationDate: Timestamp;
    }
>;

/** Stream `trustee-{loginId}`. */
export type TrusteeEvent = TrusteeCreated;

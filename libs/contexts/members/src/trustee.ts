import { type Decider, type LocalDate, refuse } from '#libs/platform/kernel';
import type { TrusteeEvent } from './member.events.js';
import {
  type Address,
  ageProblems,
  compact,
  type Contact,
  type Identity,
  loginIdTaken,
  postOfficeBoxProblems,
  type Requested,
} from './person.js';

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

import {
  type Decider,
  type Decision,
  type DecisionContext,
  type LocalDate,
  refuse,
} from '#libs/platform/kernel';
import { checkAddress } from './address.js';
import { compact, FieldChecks } from './field-checks.js';
import {
  checkIdentity,
  checkLoginId,
  checkResidence,
  checkSalutation,
  type ContactInput,
  type IdentityInput,
  loginIdTaken,
  type ResidenceInput,
  type SalutationInput,
} from './person.js';
import type { TrusteeEvent } from './trustee.events.js';

/** A trustee's fields as sent: the body of `POST /restapi/trustees`. */
export interface TrusteeInput
  extends IdentityInput, SalutationInput, ResidenceInput, ContactInput {}

/** Names a trustee under the caller's advisor firm. */
export interface CreateTrustee {
  readonly type: 'CreateTrustee';
  readonly firmId: string;
  readonly trustee: TrusteeInput;
}

/** Undefined before the trustee is created. */
export interface TrusteeState {
  readonly trustee?: {
    readonly loginId: string;
    readonly firmOid: string;
    /** Missing once the personal data were erased. */
    readonly dateOfBirth?: LocalDate;
  };
}

function decide(
  command: CreateTrustee,
  state: TrusteeState,
  context: DecisionContext,
): Decision<TrusteeEvent> {
  const checks = new FieldChecks();
  const { trustee: sent, firmId: firmOid } = command;
  const loginId = checkLoginId(checks, sent.loginId);
  const primaryAddress = checkAddress(checks, 'primaryAddress', sent.primaryAddress, {
    streetRule: 'member.primary.address.cannot.be.po.box',
  });
  const identity = checkIdentity(checks, sent, {
    now: context.now,
    state: sent.primaryAddress?.state,
    tidRequired: false,
  });
  const email1 = checks.email('email1', sent.email1, true);
  const profile = {
    ...checkSalutation(checks, sent),
    ...checkResidence(checks, sent),
    email2: checks.email('email2', sent.email2),
    dayTelephone: checks.telephone('dayTelephone', sent.dayTelephone),
    eveningTelephone: checks.telephone('eveningTelephone', sent.eveningTelephone),
    primaryAddress,
    mailingAddress: checkAddress(checks, 'mailingAddress', sent.mailingAddress),
  };
  if (state.trustee !== undefined) checks.add(loginIdTaken);
  if (checks.problems.length > 0 || !loginId || !identity || !email1) {
    return refuse(...checks.problems);
  }
  const memberOid = context.ids.digits(16);
  const creationDate = context.now;
  return [
    {
      type: 'trustee.TrusteeCreated',
      data: compact({ loginId, memberOid, firmOid, creationDate, ...identity, ...profile, email1 }),
    },
  ];
}

/** The rule book of trustees: stream `trustee-{loginId}`. */
export const trusteeDecider: Decider<TrusteeState, CreateTrustee, TrusteeEvent> = {
  category: 'trustee',
  initial: {},
  decide,
  evolve: (_, { data: { loginId, firmOid, dateOfBirth } }) => ({
    trustee: { loginId, firmOid, dateOfBirth },
  }),
};

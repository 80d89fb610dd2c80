import {
  type Decider,
  type Decision,
  type DecisionContext,
  gone,
  isRefusal,
  notFound,
  omit,
  type Refusal,
} from '#libs/platform/kernel';
import type {
  Member,
  MemberCommand,
  MemberState,
  RecordIdentityResult,
} from './member.commands.js';
import type { MemberEvent } from './member.events.js';
import { updateMember } from './member-changes.js';
import { createMember } from './member-creation.js';
import { withChanges } from './member-profile.js';
import { changeMembership, followAccounts } from './membership.js';
import { compact } from './sent.js';

function recordResult({ result }: RecordIdentityResult, member: Member): Decision<MemberEvent> {
  const { loginId, firmOid, cipStatus: previous } = member;
  if (result === previous) return [];
  return [{ type: 'member.IdentityCheckCompleted', data: { loginId, firmOid, result, previous } }];
}

/** The member, unless there is none, the caller's firm is another, or the personal data were erased. */
export function memberIn(state: MemberState, firmId?: string): Member | Refusal {
  const { member } = state;
  if (member === undefined || (firmId !== undefined && firmId !== member.firmOid)) {
    return notFound();
  }
  return member.dateOfBirth === undefined ? gone() : member;
}

function decide(
  command: MemberCommand,
  state: MemberState,
  context: DecisionContext,
): Decision<MemberEvent> {
  if (command.type === 'CreateMember') return createMember(command, state, context);
  const member = memberIn(state, command.firmId);
  if (isRefusal(member)) return member;
  switch (command.type) {
    case 'UpdateMember':
      return updateMember(command, member, context);
    case 'RecordIdentityResult':
      return recordResult(command, member);
    case 'ChangeMembership':
      return changeMembership(command, member);
    case 'FollowAccounts':
      return followAccounts(command, member);
    case 'RequestIdentityCheck': {
      const { loginId, firmOid, cipStatus } = member;
      return cipStatus === 'FAILED'
        ? [{ type: 'member.IdentityCheckRequested', data: { loginId, firmOid } }]
        : [];
    }
  }
}

/** Fields of `member.MemberCreated` that are not the profile's. */
const NOT_PROFILE = [
  'loginId',
  'memberOid',
  'firmOid',
  'partnerCode',
  'advisorLoginId',
  'creationDate',
  'cipStatus',
  'transState',
  'firstName',
  'middleName',
  'lastName',
  'dateOfBirth',
  'tid',
] as const;

function evolve(state: MemberState, event: MemberEvent): MemberState {
  if (event.type === 'member.MemberCreated') {
    const { loginId, memberOid, firmOid, advisorLoginId, cipStatus, transState, dateOfBirth } =
      event.data;
    const profile = omit(event.data, ...NOT_PROFILE);
    const ids = compact({ loginId, memberOid, firmOid, advisorLoginId });
    const member = { ...ids, cipStatus, transState, dateOfBirth, profile };
    return { member: { ...member, tenPercentTickers: [] } };
  }
  const { member } = state;
  if (member === undefined) return state;
  switch (event.type) {
    case 'member.MemberUpdated': {
      const { cleared } = event.data;
      const changed = omit(event.data, 'loginId', 'firmOid', 'cleared');
      return { member: { ...member, profile: withChanges(member.profile, { changed, cleared }) } };
    }
    case 'member.TenPercentHoldingsChanged':
      return { member: { ...member, tenPercentTickers: event.data.after } };
    case 'member.IdentityCheckRequested':
      return { member: { ...member, cipStatus: 'PENDING_NEW' } };
    case 'member.IdentityCheckCompleted':
      return { member: { ...member, cipStatus: event.data.result } };
    case 'member.MembershipChanged':
      return { member: { ...member, transState: event.data.transState } };
  }
}

/** The rule book of members: stream `member-{loginId}`. */
export const memberDecider: Decider<MemberState, MemberCommand, MemberEvent> = {
  category: 'member',
  initial: {},
  decide,
  evolve,
};

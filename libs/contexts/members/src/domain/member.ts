import {
  conflict,
  decideBy,
  type Decider,
  type Decision,
  type DecisionContext,
  equalJson,
  FieldCode,
  fieldProblem,
  gone,
  isRefusal,
  type MembershipState,
  notFound,
  omit,
  pathMismatches,
  type Problem,
  type Refusal,
  refuse,
  type Rule,
  type Timestamp,
} from '#libs/platform/kernel';
import type {
  ChangeMembership,
  CreateMember,
  DecideMembership,
  FollowAccounts,
  Member,
  MemberChanges,
  MemberCommand,
  MemberState,
  RecordIdentityResult,
  RequestIdentityCheck,
  UpdateMember,
} from './member.commands.js';
import { holdingsChanged, type MemberEvent, MEMBERSHIP, PERSONAL } from './member.events.js';
import {
  type MemberProfile,
  profileChanges,
  profileOf,
  type SentProfile,
  withChanges,
} from './member-profile.js';
import { compact } from './requested.js';
import { memberRules } from './member-rules.js';
import { ageProblems, loginIdTaken } from './person.js';

/** The rule of one command on an existing member. */
type MemberRule<Command> = Rule<Member, Command, MemberEvent>;

const recordResult: MemberRule<RecordIdentityResult> = ({ result }, member) => {
  const { loginId, firmOid, cipStatus: previous } = member;
  if (result === previous) return [];
  return [{ type: 'member.IdentityCheckCompleted', data: { loginId, firmOid, result, previous } }];
};

/** The member, or a refusal if there is none, it is another firm's, or its personal data has been erased. */
export function memberIn(state: MemberState, firmId?: string): Member | Refusal {
  const { member } = state;
  if (member === undefined || (firmId !== undefined && firmId !== member.firmOid)) {
    return notFound();
  }
  return member.dateOfBirth === undefined ? gone() : member;
}

/** Changes to the fields that state and document share. */
export function memberChanges<P extends Partial<MemberProfile>>(
  { profile }: { readonly profile: P },
  event: Exclude<MemberEvent, { type: 'member.MemberCreated' }>,
) {
  switch (event.type) {
    case 'member.MemberUpdated': {
      const { cleared } = event.data;
      const changed = omit(event.data, 'loginId', 'firmOid', 'cleared');
      return { profile: withChanges(profile, { changed, cleared }) };
    }
    case 'member.TenPercentHoldingsChanged':
      return { tickers: event.data.after };
    case 'member.IdentityCheckRequested':
      return { cipStatus: 'PENDING_NEW' as const };
    case 'member.IdentityCheckCompleted':
      return { cipStatus: event.data.result };
    case 'member.MembershipEndBegun':
    case 'member.MembershipEndTakenBack':
      return {};
    case 'member.MembershipChanged':
      return { transState: event.data.transState };
  }
}

const identityFailed = memberRules.broken(
  'member.riskwise.rule',
  'The identity could not be verified.',
);

/** Creates a member. */
export function createMember(
  command: CreateMember,
  state: MemberState,
  context: DecisionContext,
): Decision<MemberEvent> {
  const { member, firm, advisorLoginId, identity: cipStatus } = command;
  const { loginId, firstName, middleName, lastName, dateOfBirth, tid, ...sent } = member;
  const { profile, tickers, problems: wrong } = profileOf(sent);
  const problems = [
    ...wrong,
    ...ageProblems('dateOfBirth', dateOfBirth, sent.primaryAddress, context.now),
    ...(state.member === undefined ? [] : [loginIdTaken]),
    ...(cipStatus === 'FAILED' ? [identityFailed] : []),
  ];
  if (problems.length > 0) return refuse(...problems);
  const firmOid = firm.firmId;
  const events: MemberEvent[] = [
    {
      type: 'member.MemberCreated',
      data: compact({
        loginId,
        memberOid: context.ids.digits(16),
        firmOid,
        partnerCode: firm.partnerCode,
        advisorLoginId,
        creationDate: context.now,
        cipStatus,
        transState: 'RM' as const,
        firstName,
        middleName,
        lastName,
        dateOfBirth,
        tid,
        ...profile,
      }),
    },
  ];
  if (tickers.length > 0) events.push(holdingsChanged({ loginId, firmOid }, [], tickers));
  if (cipStatus === 'PENDING_NEW') {
    events.push({ type: 'member.IdentityCheckRequested', data: { loginId, firmOid } });
  }
  return events;
}

/** Changes the profile of a member; omitted fields keep their values. */
const updateMember: MemberRule<UpdateMember> = ({ loginId, changes }, member, { now }) => {
  const { profile, tickers, problems: wrong } = profileOf(merged(member, changes));
  const problems = [
    ...pathMismatches({ loginId }, changes),
    ...wrong,
    ...moveProblems(member, changes, now),
  ];
  if (problems.length > 0) return refuse(...problems);
  const { changed, cleared } = profileChanges(member.profile, profile);
  const { firmOid } = member;
  const events: MemberEvent[] = [];
  if (Object.keys(changed).length > 0 || cleared.length > 0) {
    events.push({ type: 'member.MemberUpdated', data: { loginId, firmOid, ...changed, cleared } });
  }
  if (!equalJson(tickers, member.tickers)) {
    events.push(holdingsChanged(member, member.tickers, tickers));
  }
  return events;
};

/** A member who moves must be of age in the new state. */
function moveProblems(
  { dateOfBirth, profile }: Member,
  { primaryAddress: home }: MemberChanges,
  now: Timestamp,
): readonly Problem[] {
  if (dateOfBirth === undefined || !home || home.state === profile.primaryAddress?.state) return [];
  return ageProblems('state', dateOfBirth, home, now);
}

/** The complete profile after the changes, as if sent as a whole. */
function merged(member: Member, changes: MemberChanges): SentProfile {
  const sent = omit(changes, 'loginId');
  const { directorOrTenPercentShareholder: flag, directorOrTenPercentShareholderCompany: named } =
    sent;
  const companies = named === undefined && flag !== false ? member.tickers : named;
  const stays = omit(
    member.profile as MemberProfile,
    'directorOrTenPercentShareholder',
    ...restatedFinra(member.profile, sent),
  );
  return { ...stays, ...sent, directorOrTenPercentShareholderCompany: companies ?? [] };
}

/** FINRA fields that the changes supersede: an earlier `false` if a company is sent, an earlier company if `false` is. */
function restatedFinra(
  profile: Member['profile'],
  changes: MemberChanges,
): ('finraCompany' | 'finraAffiliated')[] {
  if ((changes.finraCompany ?? undefined) !== undefined) return ['finraAffiliated'];
  const { finraAffiliated: answer = profile.finraAffiliated } = changes;
  return answer === true ? [] : ['finraCompany'];
}

/** A firm may end a membership only if no account is open. EM is set only by {@link followAccounts}. */
const changeMembership: MemberRule<ChangeMembership> = ({ transState, openAccounts }, member) => {
  if (transState === member.transState) return [];
  if (transState === 'EM') {
    const message = "A membership expires only when the member's last account is closed.";
    return refuse(fieldProblem('transState', FieldCode.NotUpdatable, message));
  }
  if (transState === 'RM') return changed(member, transState);
  if (openAccounts.length > 0) return heldOpen(openAccounts);
  const ending = endingOf(member);
  if (ending !== undefined) {
    return ending === transState
      ? []
      : conflict('The membership is being ended by another request; try again.');
  }
  const { loginId, firmOid } = member;
  return [{ type: 'member.MembershipEndBegun', data: { loginId, firmOid, transState } }];
};

/** The refusal to end a membership because of open accounts. */
export function heldOpen(accounts: readonly string[]): Refusal {
  return refuse(
    ...accounts.map((account) =>
      memberRules.broken('member.membership.rule', `${account} is open.`, 'transState'),
    ),
  );
}

/** The end of a membership that has begun. */
export function endingOf({ ending }: Member): MembershipState | undefined {
  return ending && 'transState' in ending ? ending.transState : undefined;
}

/** Completes or takes back the end of a membership that has begun; whoever comes first decides it. */
const decideMembership: MemberRule<DecideMembership> = ({ openAccounts: accounts }, member) => {
  const ending = endingOf(member);
  if (ending === undefined) return [];
  if (accounts.length === 0) return changed(member, ending);
  const { loginId, firmOid } = member;
  return [{ type: 'member.MembershipEndTakenBack', data: { loginId, firmOid, accounts } }];
};

/** An open account makes an expired membership RM; without any, RM expires to EM. What the firm ended stays ended. */
const followAccounts: MemberRule<FollowAccounts> = ({ hasOpenAccount }, member) => {
  const { transState } = member;
  if (hasOpenAccount) return transState === 'EM' ? changed(member, 'RM') : [];
  return transState === 'RM' ? changed(member, 'EM') : [];
};

function changed(
  { loginId, firmOid, transState: previous }: Member,
  transState: MembershipState,
): readonly MemberEvent[] {
  if (transState === previous) return [];
  return [{ type: 'member.MembershipChanged', data: { loginId, firmOid, transState, previous } }];
}

const requestCheck: MemberRule<RequestIdentityCheck> = (_, { loginId, firmOid, cipStatus }) =>
  cipStatus === 'FAILED'
    ? [{ type: 'member.IdentityCheckRequested', data: { loginId, firmOid } }]
    : [];

const decideKnown = decideBy<Member, Exclude<MemberCommand, CreateMember>, MemberEvent>({
  UpdateMember: updateMember,
  RecordIdentityResult: recordResult,
  RequestIdentityCheck: requestCheck,
  ChangeMembership: changeMembership,
  DecideMembership: decideMembership,
  FollowAccounts: followAccounts,
});

function evolveMember(
  member: Member,
  event: Exclude<MemberEvent, { type: 'member.MemberCreated' }>,
): Member {
  const next: Member = { ...member, ...memberChanges(member, event) };
  switch (event.type) {
    case 'member.MembershipEndBegun':
      return { ...next, ending: { transState: event.data.transState } };
    case 'member.MembershipEndTakenBack':
      return { ...next, ending: { accounts: event.data.accounts } };
    case 'member.MembershipChanged':
      return { ...omit(next, 'ending'), endedInSteps: endingOf(member) !== undefined };
    default:
      return next;
  }
}

/** Members, in stream `member-{loginId}`. */
export const memberDecider: Decider<MemberState, MemberCommand, MemberEvent> = {
  category: 'member',
  initial: {},

  evolve(state, event) {
    if (event.type === 'member.MemberCreated') {
      const { loginId, memberOid, firmOid, advisorLoginId, cipStatus, transState, dateOfBirth } =
        event.data;
      const profile = omit(event.data, 'firmOid', 'tid', ...MEMBERSHIP, ...PERSONAL);
      const ids = compact({ loginId, memberOid, firmOid, advisorLoginId });
      const member = { ...ids, cipStatus, transState, dateOfBirth, profile };
      return { member: { ...member, tickers: [] } };
    }
    const { member } = state;
    return member ? { member: evolveMember(member, event) } : state;
  },

  decide(command, state, context) {
    if (command.type === 'CreateMember') return createMember(command, state, context);
    const member = memberIn(state, command.firmId);
    return isRefusal(member) ? member : decideKnown(command, member, context);
  },
};

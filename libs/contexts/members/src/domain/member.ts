import {
  businessDate,
  type Decider,
  type Decision,
  type DecisionContext,
  equalJson,
  FieldCode,
  fieldProblem,
  gone,
  isRefusal,
  isUsState,
  notFound,
  omit,
  type Problem,
  type Refusal,
  refuse,
  ruleProblem,
  type Ticker,
  type Timestamp,
} from '#libs/platform/kernel';
import { namesCompany } from './affiliations.js';
import { compact, FieldChecks, pathDiffers } from './field-checks.js';
import type {
  CreateMember,
  Member,
  MemberCommand,
  MemberState,
  RecordIdentityResult,
  UpdateMember,
} from './member.commands.js';
import type { MemberEvent } from './member.events.js';
import {
  checkProfile,
  type MemberProfileInput,
  profileChanges,
  withChanges,
} from './member-profile.js';
import { checkAge, checkIdentity, checkLoginId, loginIdTaken, PersonRule } from './person.js';

function create(
  command: CreateMember,
  state: MemberState,
  context: DecisionContext,
): Decision<MemberEvent> {
  const checks = new FieldChecks();
  const { member: sent, firm, advisorLoginId, identity: cipStatus } = command;
  const loginId = checkLoginId(checks, sent.loginId);
  const { profile, tickers } = checkProfile(checks, sent);
  const identity = checkIdentity(checks, sent, {
    now: context.now,
    state: sent.primaryAddress?.state,
    tidRequired: true,
  });
  if (state.member !== undefined) checks.add(loginIdTaken);
  if (cipStatus === 'FAILED') {
    checks.add(ruleProblem(PersonRule.IdentityCheck, 'The identity could not be verified.'));
  }
  if (checks.problems.length > 0 || !loginId || !profile || !identity) {
    return refuse(...checks.problems);
  }
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
        ...identity,
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

const FIXED = ['firstName', 'middleName', 'lastName', 'dateOfBirth', 'tid'] as const;

/** A problem of an update's shape: a field that never changes is refused for being there, also when it can't be read. */
export function ofUpdate(problem: Problem): Problem {
  const fixed = FIXED.find((field) => field === problem.field);
  return fixed !== undefined && problem.type === 'VALIDATION_FIELD'
    ? fieldProblem(fixed, FieldCode.NotUpdatable)
    : problem;
}

function update(
  command: UpdateMember,
  member: Member,
  { now }: DecisionContext,
): Decision<MemberEvent> {
  const checks = new FieldChecks();
  const { changes } = command;
  if (typeof changes.loginId === 'string' && changes.loginId !== command.loginId) {
    checks.add(pathDiffers('loginId'));
  }
  for (const field of FIXED) {
    if (changes[field] !== undefined && changes[field] !== null) {
      checks.add(fieldProblem(field, FieldCode.NotUpdatable));
    }
  }
  const { profile, tickers } = checkProfile(checks, merged(member, changes));
  checkMove(checks, member, changes, now);
  if (checks.problems.length > 0 || !profile) return refuse(...checks.problems);
  const { changed, cleared } = profileChanges(member.profile, profile);
  const { loginId, firmOid } = member;
  const events: MemberEvent[] = [];
  if (Object.keys(changed).length > 0 || cleared.length > 0) {
    events.push({ type: 'member.MemberUpdated', data: { loginId, firmOid, ...changed, cleared } });
  }
  if (!equalJson(tickers, member.tenPercentTickers)) {
    events.push(holdingsChanged(member, member.tenPercentTickers, tickers));
  }
  return events;
}

/** Whoever moves is of age in the state moved to. */
function checkMove(
  checks: FieldChecks,
  { dateOfBirth, profile }: Member,
  { primaryAddress }: MemberProfileInput,
  now: Timestamp,
): void {
  const state = primaryAddress?.state?.trim() ?? '';
  if (dateOfBirth === undefined || !isUsState(state)) return;
  if (state === profile.primaryAddress?.state) return;
  checkAge(checks, 'state', { dateOfBirth, today: businessDate(now), state });
}

/** The profile as it would have to be sent to say all of it: what is there, overlaid with what was sent. */
function merged(member: Member, changes: MemberProfileInput): MemberProfileInput {
  const overlay = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as MemberProfileInput;
  const { directorOrTenPercentShareholder: flag, directorOrTenPercentShareholderCompany: sent } =
    overlay;
  const companies = sent === undefined && flag !== false ? member.tenPercentTickers : (sent ?? []);
  return {
    ...omit(member.profile, 'directorOrTenPercentShareholder', ...restatedFinra(overlay)),
    ...overlay,
    directorOrTenPercentShareholderCompany: companies,
  };
}

/** What no longer holds of the earlier answer on FINRA: the company with a no, the no with a company. */
function restatedFinra(changes: MemberProfileInput): ('finraCompany' | 'finraAffiliated')[] {
  const { finraAffiliated: answer } = changes;
  if (answer === false || answer === null) return ['finraCompany'];
  return namesCompany(changes) ? ['finraAffiliated'] : [];
}

function recordResult(command: RecordIdentityResult, member: Member): Decision<MemberEvent> {
  const checks = new FieldChecks();
  const result = checks.code('cipStatus', command.result, IDENTITY_RESULTS, { required: true });
  if (result === undefined) return refuse(...checks.problems);
  if (result === member.cipStatus) return [];
  const { loginId, firmOid, cipStatus: previous } = member;
  return [{ type: 'member.IdentityCheckCompleted', data: { loginId, firmOid, result, previous } }];
}

const IDENTITY_RESULTS = { PASSED: true, FAILED: true } as const;

function holdingsChanged(
  { loginId, firmOid }: { readonly loginId: string; readonly firmOid: string },
  before: readonly Ticker[],
  after: readonly Ticker[],
): MemberEvent {
  return { type: 'member.TenPercentHoldingsChanged', data: { loginId, firmOid, before, after } };
}

/** The member, unless there is none, the caller's firm is another, or the personal data were erased. */
function found(state: MemberState, firmId: string | undefined): Member | Refusal {
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
  if (command.kind === 'createMember') return create(command, state, context);
  const member = found(state, command.firmId);
  if (isRefusal(member)) return member;
  switch (command.kind) {
    case 'updateMember':
      return update(command, member, context);
    case 'recordIdentityResult':
      return recordResult(command, member);
    case 'requestIdentityCheck': {
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
  ...FIXED,
] as const;

function evolve(state: MemberState, event: MemberEvent): MemberState {
  if (event.type === 'member.MemberCreated') {
    const { loginId, memberOid, firmOid, advisorLoginId, cipStatus, dateOfBirth } = event.data;
    const profile = omit(event.data, ...NOT_PROFILE);
    const ids = compact({ loginId, memberOid, firmOid, advisorLoginId });
    const member = { ...ids, cipStatus, dateOfBirth, profile };
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
  }
}

/** The rule book of members: stream `member-{loginId}`. */
export const memberDecider: Decider<MemberState, MemberCommand, MemberEvent> = {
  category: 'member',
  initial: {},
  decide,
  evolve,
};

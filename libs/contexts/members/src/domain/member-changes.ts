import {
  businessDate,
  type Decision,
  type DecisionContext,
  equalJson,
  FieldCode,
  fieldProblem,
  isUsState,
  omit,
  pathMismatch,
  type Problem,
  refuse,
  type Timestamp,
} from '#libs/platform/kernel';
import { namesCompany } from './affiliations.js';
import { FieldChecks } from './field-checks.js';
import type { Member, UpdateMember } from './member.commands.js';
import { holdingsChanged, type MemberEvent } from './member.events.js';
import { checkProfile, type MemberProfileInput, profileChanges } from './member-profile.js';
import { checkAge } from './person.js';

/** What of a member never changes. */
export const FIXED = ['firstName', 'middleName', 'lastName', 'dateOfBirth', 'tid'] as const;

/** A problem of an update's shape: a field that never changes is refused for being there, also when it can't be read. */
export function ofUpdate(problem: Problem): Problem {
  const fixed = FIXED.find((field) => field === problem.field);
  return fixed !== undefined && problem.type === 'VALIDATION_FIELD'
    ? fieldProblem(fixed, FieldCode.NotUpdatable)
    : problem;
}

/** Changes the profile of a member; a field that was not sent stays. */
export function updateMember(
  command: UpdateMember,
  member: Member,
  { now }: DecisionContext,
): Decision<MemberEvent> {
  const checks = new FieldChecks();
  const { changes } = command;
  if (typeof changes.loginId === 'string' && changes.loginId !== command.loginId) {
    checks.add(pathMismatch('loginId'));
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
    ...omit(
      member.profile,
      'directorOrTenPercentShareholder',
      ...restatedFinra(member.profile, overlay),
    ),
    ...overlay,
    directorOrTenPercentShareholderCompany: companies,
  };
}

/** What no longer holds of the earlier answer on FINRA: the no with a company, the company with a no. */
function restatedFinra(
  profile: Member['profile'],
  changes: MemberProfileInput,
): ('finraCompany' | 'finraAffiliated')[] {
  if (namesCompany(changes)) return ['finraAffiliated'];
  const { finraAffiliated: answer = profile.finraAffiliated } = changes;
  return answer === true ? [] : ['finraCompany'];
}

import {
  type Decision,
  type DecisionContext,
  equalJson,
  omit,
  pathMismatches,
  type Problem,
  refuse,
  type Timestamp,
} from '#libs/platform/kernel';
import type { Member, MemberChanges, UpdateMember } from './member.commands.js';
import { holdingsChanged, type MemberEvent } from './member.events.js';
import {
  type MemberProfile,
  profileChanges,
  profileOf,
  type SentProfile,
} from './member-profile.js';
import { ageProblems } from './person.js';

/** Changes the profile of a member; a field that was not sent stays. */
export function updateMember(
  { loginId, changes }: UpdateMember,
  member: Member,
  { now }: DecisionContext,
): Decision<MemberEvent> {
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
  if (!equalJson(tickers, member.tenPercentTickers)) {
    events.push(holdingsChanged(member, member.tenPercentTickers, tickers));
  }
  return events;
}

/** Whoever moves is of age in the state moved to. */
function moveProblems(
  { dateOfBirth, profile }: Member,
  { primaryAddress: home }: MemberChanges,
  now: Timestamp,
): readonly Problem[] {
  if (dateOfBirth === undefined || !home || home.state === profile.primaryAddress?.state) return [];
  return ageProblems('state', dateOfBirth, home, now);
}

/** The profile as it would have to be sent to say all of it: what is there, overlaid with what was sent. */
function merged(member: Member, changes: MemberChanges): SentProfile {
  const sent = omit(changes, 'loginId');
  const { directorOrTenPercentShareholder: flag, directorOrTenPercentShareholderCompany: named } =
    sent;
  const companies = named === undefined && flag !== false ? member.tenPercentTickers : named;
  const stays = omit(
    member.profile as MemberProfile,
    'directorOrTenPercentShareholder',
    ...restatedFinra(member.profile, sent),
  );
  return { ...stays, ...sent, directorOrTenPercentShareholderCompany: companies ?? [] };
}

/** What no longer holds of the earlier answer on FINRA: the no with a company, the company with a no. */
function restatedFinra(
  profile: Member['profile'],
  changes: MemberChanges,
): ('finraCompany' | 'finraAffiliated')[] {
  if ((changes.finraCompany ?? undefined) !== undefined) return ['finraAffiliated'];
  const { finraAffiliated: answer = profile.finraAffiliated } = changes;
  return answer === true ? [] : ['finraCompany'];
}

import { type Decision, type DecisionContext, refuse } from '#libs/platform/kernel';
import type { CreateMember, MemberState } from './member.commands.js';
import { holdingsChanged, type MemberEvent } from './member.events.js';
import { profileOf } from './member-profile.js';
import { memberRules } from './member-rules.js';
import { ageProblems, loginIdTaken } from './person.js';
import { compact } from './sent.js';

const identityFailed = memberRules.broken(
  'member.riskwise.rule',
  'The identity could not be verified.',
);

/** Makes a member, where everything that was sent stands up to the rules. */
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

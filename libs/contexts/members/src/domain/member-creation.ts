import { type Decision, type DecisionContext, refuse } from '#libs/platform/kernel';
import { compact, FieldChecks } from './field-checks.js';
import type { CreateMember, MemberState } from './member.commands.js';
import { holdingsChanged, type MemberEvent } from './member.events.js';
import { checkProfile } from './member-profile.js';
import { checkIdentity, checkLoginId, loginIdTaken } from './person.js';
import { memberRules } from './member-rules.js';

/** Makes a member, where everything that was sent stands up to the rules. */
export function createMember(
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
    checks.add(memberRules.broken('member.riskwise.rule', 'The identity could not be verified.'));
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

import {
  type Decision,
  FieldCode,
  fieldProblem,
  type MembershipState,
  refuse,
} from '#libs/platform/kernel';
import type { ChangeMembership, FollowAccounts, Member } from './member.commands.js';
import type { MemberEvent } from './member.events.js';
import { memberRules } from './member-rules.js';

/** What the firm says of a membership: it ends only where no account is open, and that it has expired follows from the accounts. */
export function changeMembership(
  { transState, openAccounts }: ChangeMembership,
  member: Member,
): Decision<MemberEvent> {
  if (transState === member.transState) return [];
  if (transState === 'EM') {
    const message = 'A membership expires when the last account of the member is closed.';
    return refuse(fieldProblem('transState', FieldCode.NotUpdatable, message));
  }
  if (transState !== 'RM' && openAccounts.length > 0) {
    const problems = openAccounts.map((account) =>
      memberRules.broken('member.membership.rule', `${account} is open.`, 'transState'),
    );
    return refuse(...problems);
  }
  return changed(member, transState);
}

/** What follows for a membership from the accounts: one open account makes it a real one, and without any a real one expires. */
export function followAccounts(
  { hasOpenAccount }: FollowAccounts,
  member: Member,
): Decision<MemberEvent> {
  if (hasOpenAccount) return changed(member, 'RM');
  return member.transState === 'RM' ? changed(member, 'EM') : [];
}

function changed(
  { loginId, firmOid, transState: previous }: Member,
  transState: MembershipState,
): readonly MemberEvent[] {
  if (transState === previous) return [];
  return [{ type: 'member.MembershipChanged', data: { loginId, firmOid, transState, previous } }];
}

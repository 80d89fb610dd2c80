import { accountClass } from '#libs/platform/kernel';
import type { OpenAccount, OpeningInput } from './commands.js';
import type { MemberFact, OpeningFacts } from './facts.js';
import type { Findings } from './findings.js';

type OpeningFindings = Findings<OpeningInput>;

/** primaryAccountOwner: a member of the caller's firm who is no firm rep, or, for a corporate account, a corporate firm. */
export function checkPrimaryOwner(
  { accountType, primaryAccountOwner: owner }: OpeningInput,
  facts: OpeningFacts,
  findings: OpeningFindings,
): void {
  if (owner === undefined) return;
  const { member, corporateFirm } = facts;
  const refuse = (message: string): void =>
    findings.rule('account.invalid.primary.owner', message, 'primaryAccountOwner');
  const isFirm = corporateFirm?.advisorFirmId === facts.firmId;
  const isMember = member?.firmId === facts.firmId;
  if (accountType === undefined) {
    if (!isFirm && !isMember) refuse('Nobody has this login id or firm id.');
  } else if (accountClass(accountType) === 'corporate') {
    if (!isFirm) refuse('The owner of a corporate account is a corporate firm.');
    else if (corporateFirm.hasAccount) {
      const message = 'The firm has an account already.';
      findings.rule('account.firm.single.account.rule', message, 'primaryAccountOwner');
    }
  } else if (!isMember) {
    refuse('The owner is no member.');
  } else {
    const obstacle = ownerObstacle(member);
    if (obstacle !== undefined) refuse(obstacle);
  }
}

/** jointOwners: members of the caller's firm who are no firm reps, each once, none of them the primary owner. */
export function checkJointOwners(
  { primaryAccountOwner, jointOwners }: OpeningInput,
  facts: OpeningFacts,
  findings: OpeningFindings,
): void {
  const seen = new Set([primaryAccountOwner]);
  for (const [index, loginId] of (jointOwners ?? []).entries()) {
    const refuse = (message: string): void =>
      findings.rule(
        'account.invalid.joint.owner',
        `jointOwners[${index}]: ${message}`,
        'jointOwners',
      );
    const member = facts.jointOwners.find((one) => one.loginId === loginId);
    if (seen.has(loginId)) refuse('The member is named twice, or is the primary owner.');
    else if (member?.firmId !== facts.firmId) refuse('The owner is no member.');
    else {
      const obstacle = ownerObstacle(member);
      if (obstacle !== undefined) refuse(obstacle);
    }
    seen.add(loginId);
  }
}

/** trustees: trustees of the caller's firm, each once. */
export function checkTrustees(
  { trustees }: OpeningInput,
  facts: OpeningFacts,
  findings: OpeningFindings,
): void {
  const seen = new Set<string>();
  for (const [index, loginId] of (trustees ?? []).entries()) {
    const trustee = facts.trustees.find((one) => one.loginId === loginId);
    const message = seen.has(loginId)
      ? 'The trustee is named twice.'
      : trustee?.firmId !== facts.firmId
        ? 'There is no such trustee.'
        : undefined;
    if (message !== undefined) {
      findings.rule('account.invalid.trustee', `trustees[${index}]: ${message}`, 'trustees');
    }
    seen.add(loginId);
  }
}

/** Whether whoever opens the account may: a person only as an owner, a trustee or the firm rep of the corporate owner. */
export function isOwnAffair({
  input: { primaryAccountOwner, jointOwners = [], trustees = [] },
  facts: { person, corporateFirm },
}: Pick<OpenAccount, 'input' | 'facts'>): boolean {
  if (person === undefined) return true;
  const named = [primaryAccountOwner, ...jointOwners, ...trustees, corporateFirm?.firmRep];
  return named.includes(person);
}

function ownerObstacle({ isFirmRep, cipStatus, transState }: MemberFact): string | undefined {
  if (isFirmRep) return 'The firm rep of a corporate firm owns no accounts.';
  if (cipStatus === 'FAILED') return "The member's identity could not be verified.";
  if (transState === 'CM' || transState === 'TM') return 'The membership has ended.';
  return undefined;
}

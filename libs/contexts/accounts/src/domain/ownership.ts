import { accountClass, type Problem } from '#libs/platform/kernel';
import { accountRules } from './account-rules.js';
import type { OpeningInput } from './commands.js';
import type { MemberFact, OpeningFacts } from './facts.js';

/** primaryAccountOwner: a member of the caller's firm who is no firm rep, or, for a corporate account, a corporate firm. */
export function ownerProblems(
  { accountType }: OpeningInput,
  { firmId, member, corporateFirm }: OpeningFacts,
): Problem[] {
  const refuse = (message: string): Problem[] => [
    accountRules.broken('account.invalid.primary.owner', message, 'primaryAccountOwner'),
  ];
  if (accountClass(accountType) !== 'corporate') {
    const obstacle = ownerObstacle(member, firmId);
    return obstacle === undefined ? [] : refuse(obstacle);
  }
  if (corporateFirm?.advisorFirmId !== firmId) {
    return refuse('The owner of a corporate account is a corporate firm.');
  }
  if (!corporateFirm.hasAccount) return [];
  const message = 'The firm has an account already.';
  return [accountRules.broken('account.firm.single.account.rule', message, 'primaryAccountOwner')];
}

/** jointOwners: members of the caller's firm who are no firm reps, each once, none of them the primary owner. */
export function jointOwnerProblems(
  { primaryAccountOwner, jointOwners = [] }: OpeningInput,
  { firmId, jointOwners: members }: OpeningFacts,
): Problem[] {
  const named = [primaryAccountOwner, ...jointOwners];
  return jointOwners.flatMap((loginId, index) => {
    const member = members.find((one) => one.loginId === loginId);
    const obstacle =
      named.indexOf(loginId) <= index
        ? 'The member is named twice, or is the primary owner.'
        : ownerObstacle(member, firmId);
    if (obstacle === undefined) return [];
    const message = `jointOwners[${index}]: ${obstacle}`;
    return [accountRules.broken('account.invalid.joint.owner', message, 'jointOwners')];
  });
}

/** trustees: trustees of the caller's firm, each once. */
export function trusteeProblems(
  { trustees = [] }: OpeningInput,
  { firmId, trustees: known }: OpeningFacts,
): Problem[] {
  return trustees.flatMap((loginId, index) => {
    const trustee = known.find((one) => one.loginId === loginId);
    const obstacle =
      trustees.indexOf(loginId) < index
        ? 'The trustee is named twice.'
        : trustee?.firmId === firmId
          ? undefined
          : 'There is no such trustee.';
    if (obstacle === undefined) return [];
    const message = `trustees[${index}]: ${obstacle}`;
    return [accountRules.broken('account.invalid.trustee', message, 'trustees')];
  });
}

function ownerObstacle(member: MemberFact | undefined, firmId: string): string | undefined {
  if (member?.firmId !== firmId) return 'The owner is no member.';
  if (member.isFirmRep) return 'The firm rep of a corporate firm owns no accounts.';
  if (member.cipStatus === 'FAILED') return "The member's identity could not be verified.";
  if (['CM', 'TM'].includes(member.transState)) return 'The membership has ended.';
  return undefined;
}

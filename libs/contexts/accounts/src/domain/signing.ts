import {
  equalJson,
  FieldCode,
  fieldProblem,
  forbidden,
  omit,
  type Problem,
  type Refusal,
  refuse,
} from '#libs/platform/kernel';
import { type AccessList, type AccountCaller, mayDo, signsFor } from './access.js';
import type { SignAgreement } from './commands.js';
import type { AccountEvent, AgreementSigned } from './events.js';
import { lifted } from './restrictions.js';
import type { Account, AccountRule } from './state.js';

/**
 * Stores a signature on the customer agreement ([signature.items], [restriction.lift]). The last one that was missing
 * also lifts restriction 020, in the same append. The same document again from the same signer is no event; another one is.
 *
 * Somebody who need not sign has no item for attention: when the account knows the person (a trustee, a holder of a
 * permission) the document is stored and counts for nothing ([signature.without-item]). A stranger's
 * signature would be evidence of nothing and is refused.
 *
 * A signature is the signer's own act: whoever acts as a person submits the own one and no other, save an advisor who hands in what
 * a client signed. Who signs for the account is no advisor of the others who do. The firm's API client hands in whatever was signed.
 */
export const signAgreement: AccountRule<SignAgreement> = (command, account) => {
  const { signature, caller, facts } = command;
  const barred = submissionRefusal(account, caller, signature.loginId, facts.speaksForSigner);
  if (barred) return barred;
  const stranger = signerProblem(account, signature.loginId);
  if (stranger) return refuse(stranger);
  const signer = account.requiredSigners.find((one) => one.loginId === signature.loginId);

  const last = account.signatures.find((one) => one.loginId === signature.loginId);
  const events: AccountEvent[] = [];
  if (!equalJson(last, omit(signature, 'documentKey'))) {
    const data: AgreementSigned = {
      accountNumber: account.accountNumber,
      ...signature,
      ...(signer && { itemId: signer.itemId }),
    };
    events.push({ type: 'account.AgreementSigned', data });
  }
  const restriction = account.restrictions.find((one) => one.reasonCode === '020');
  if (restriction && everyoneSigned(account, signature.loginId)) {
    events.push(lifted(account, restriction, 'signatures'));
  }
  return events;
};

/**
 * Why a caller may not submit somebody's signature; undefined when it may.
 * @param speaksForSigner the caller is the API client of the firm, or the advisor of the signer
 */
export function submissionRefusal(
  account: AccessList,
  caller: AccountCaller,
  loginId: string,
  speaksForSigner: boolean,
): Refusal | undefined {
  const own = caller.member === loginId;
  const speaks = speaksForSigner && !signsFor(account, caller.member);
  if (own || (speaks && mayDo('manage', account, caller) === 'ok')) return undefined;
  return forbidden("The caller may submit a signature of the caller's own only.");
}

/** Why a login id can't sign: it has nothing to do with the account. */
export function signerProblem(
  { requiredSigners, permissions }: Pick<Account, 'requiredSigners' | 'permissions'>,
  loginId: string,
): Problem | undefined {
  const known = [...requiredSigners, ...permissions].some((one) => one.loginId === loginId);
  const message = 'The member is not a party to the account.';
  return known ? undefined : fieldProblem('loginId', FieldCode.Value, message);
}

function everyoneSigned(account: Account, signingNow: string): boolean {
  return account.requiredSigners.every(
    ({ loginId }) =>
      loginId === signingNow || account.signatures.some((one) => one.loginId === loginId),
  );
}

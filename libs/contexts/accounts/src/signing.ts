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
import type { SignAgreement } from './account-commands.js';
import type { Account, AccountRule } from './account-state.js';
import type { AccountEvent, AgreementSigned } from './account.events.js';
import { lifted } from './restrictions.js';

/** signatureMethod ([signature.signatureMethod]). */
export const SignatureMethods = {
  SIGNED_PDF: 'A signed PDF document',
  SIGNATURE_IMAGE: 'An image of the signature',
} as const;
export type SignatureMethod = keyof typeof SignatureMethods;

/** signatureImageEncoding; with SIGNATURE_IMAGE only. */
export const SignatureImageEncodings = { SVG: 'SVG', GIF: 'GIF', JPG: 'JPEG', PNG: 'PNG' } as const;
export type SignatureImageEncoding = keyof typeof SignatureImageEncodings;

/**
 * Stores a signature on the customer agreement ([signature.items], [restriction.lift]). The last missing signature also lifts
 * restriction 020, in the same append. The same document again from the same signer is no event; a different one is.
 *
 * A person who need not sign has no item for attention. If the account knows the person (a trustee, a holder of a permission), the
 * document is stored without effect ([signature.without-item]). A stranger's signature would prove nothing and is refused.
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
 * The refusal for a caller who may not submit someone's signature; undefined if allowed. A signature is the signer's own act: members
 * submit their own, advisors also those of their clients, the firm's API client any. A required signer never acts as advisor of another.
 * @param speaksForSigner whether the caller is the firm's API client or the signer's advisor
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
  return forbidden('The caller may submit only their own signature.');
}

/** The problem of a signer who has nothing to do with the account. */
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

import { Injectable } from '@nestjs/common';
import { AccountGuard, OnResource, TheDocument } from '#libs/contexts/accounts';
import { isOid, Refusal, RefusedException } from '#libs/platform/kernel';
import { cashTransactionDocuments, cashTransactionId } from './cash.document.js';
import { findTransaction } from './cash.facts.js';

/** Route decorator: the path names a transaction of the account; 404 if there is none. */
export const OnTransaction = (): MethodDecorator =>
  OnResource({
    model: cashTransactionDocuments,
    id: ({ accountnumber = '', cashtransactionoid = '' }) =>
      isOid(cashtransactionoid) ? cashTransactionId(accountnumber, cashtransactionoid) : undefined,
    exists: async (aggregates, { accountnumber = '', cashtransactionoid = '' }) =>
      (await findTransaction(aggregates, accountnumber, cashtransactionoid)) !== undefined,
  });

/** Parameter decorator of a GET: the `CashTransactionDocument` of {@link OnTransaction}. */
export const TheTransaction = TheDocument;

const notPermitted = new Refusal('forbidden', [
  {
    type: 'FORBIDDEN',
    errorCode: '9051',
    message: 'The caller may not cancel cash transactions of this account.',
  },
]);

/** The account guard, with the 403 code of cancellations ([cash.cancel]). */
@Injectable()
export class CancellationGuard extends AccountGuard {
  protected override async check(...request: Parameters<AccountGuard['check']>): Promise<void> {
    try {
      await super.check(...request);
    } catch (error) {
      throw error instanceof RefusedException && error.refusal.kind === 'forbidden'
        ? new RefusedException(notPermitted)
        : error;
    }
  }
}

import { OnResource, TheDocument } from '#libs/contexts/accounts';
import { isNumericOid } from '#libs/platform/kernel';
import { findBankLink } from './bank-link.facts.js';
import { bankLinkDocuments } from './bank-link.document.js';

/** Route decorator: the path names a bank link of the account; 404 if there is none. */
export const OnBankLink = (): MethodDecorator =>
  OnResource({
    model: bankLinkDocuments,
    id: ({ banklinkoid = '' }) => (isNumericOid(banklinkoid) ? banklinkoid : undefined),
    belongs: (link, { accountnumber }) => link.accountNumber === accountnumber,
    exists: async (aggregates, { accountnumber, banklinkoid = '' }) =>
      (await findBankLink(aggregates, banklinkoid))?.accountNumber === accountnumber,
  });

/** Parameter decorator of a GET: the `BankLinkDocument` of {@link OnBankLink}. */
export const TheBankLink = TheDocument;

import { codesOf, omit, type SealedValue, sealedValue } from '#libs/platform/kernel';
import { type Projection, streamPerDocument } from '#libs/platform/read-models';
import { type BankLinkEvent, bankLinkEvents, type NewBankLink } from './bank-link.events.js';
import { type BankLink, bankLink, evolveStatus } from './bank-link.js';

/** A bank link. Personal fields are absent once the owner's key is destroyed. */
export type BankLinkDocument = Pick<NewBankLink, 'accountType'> &
  Partial<Pick<NewBankLink, 'nameOnAccount' | 'bankName'>> &
  Omit<
    BankLink,
    | 'amountsKey'
    | 'failedAttempts'
    | 'bankAccountKey'
    | 'bankAccountNumber'
    | 'cause'
    | 'cancelling'
  > & {
    readonly bankAccountNumber: SealedValue;
    readonly createdAt: string;
  };

/** Indexes by name; `expiry` holds links whose micro-deposits await confirmation. */
export const BankLinkIndex = { Account: 'account', Expiry: 'expiry' } as const;

/** Read model `banklinks.banklink`: one document per link. */
export const bankLinkDocuments: Projection<BankLinkDocument, BankLinkEvent> = {
  name: 'banklinks.banklink',
  version: 1,
  indexes: [
    { name: BankLinkIndex.Account, fields: ['accountNumber', 'createdAt', 'bankLinkOid'] },
    { name: BankLinkIndex.Expiry, fields: ['expiresAt'] },
  ],
  events: codesOf(bankLinkEvents),
  documents: (event) => [event.data.bankLinkOid],
  history: { streams: streamPerDocument(bankLink), fixed: { [BankLinkIndex.Account]: 3 } },

  fold(document, event) {
    const { revision } = event;
    if (event.type === 'bankLink.BankLinkCreated') {
      const { bankAccountNumber, ...data } = omit(event.data, 'bankAccountKey');
      return {
        ...data,
        bankAccountNumber: sealedValue(bankAccountNumber),
        status: 'A',
        createdAt: event.at,
        revision,
      };
    }
    return document && { ...evolveStatus(document, event), revision };
  },
};

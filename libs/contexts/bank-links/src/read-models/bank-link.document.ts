import {
  type BankAccountType,
  type BankLinkStatus,
  codesOf,
  omit,
  type RecordedOf,
  type SealedValue,
  sealedValue,
  wireTimestamp,
} from '#libs/platform/kernel';
import { ownStream, type Projection } from '#libs/platform/read-models';
import { bankLinkEvents } from '../bank-link.registry.js';
import { bankLink } from '../domain/bank-link.js';
import type { BankLinkEvent, VerificationMethod } from '../domain/bank-link.events.js';
import type { BankLinkAnswer } from '../http/bank-link.dto.js';
import { evolveStatus, statusAt } from '../domain/bank-link.state.js';

/** One bank link. Personal fields are missing once the key of the owner has been destroyed. */
export type BankLinkDocument = Readonly<{
  bankLinkOid: string;
  accountNumber: string;
  firmId: string;
  ownerLoginId: string;
  accountType: BankAccountType;
  bankAccountNumber: SealedValue;
  routingNumber?: string;
  nameOnAccount?: string;
  bankName?: string;
  status: BankLinkStatus;
  verification?: VerificationMethod;
  /** ISO-8601 UTC; only while micro-deposits wait for their confirmation. */
  expiresAt?: string;
  /** ISO-8601 UTC. */
  createdAt: string;
  /** Revision of the stream: the entity tag. */
  revision: number;
}>;

/** Indexes of the bank links by name; of the micro-deposits that wait for their confirmation, by the end of their time. */
export const BankLinkIndex = { Account: 'account', Expiry: 'expiry' } as const;

/** Read model `banklinks.banklink`, one document per link id. */
export const bankLinkDocuments: Projection<BankLinkDocument, BankLinkEvent> = {
  name: 'banklinks.banklink',
  version: 1,
  indexes: [
    { name: BankLinkIndex.Account, fields: ['accountNumber', 'createdAt', 'bankLinkOid'] },
    { name: BankLinkIndex.Expiry, fields: ['expiresAt'] },
  ],
  events: codesOf(bankLinkEvents),
  documents: (event) => [event.data.bankLinkOid],
  history: { streams: ownStream(bankLink), fixed: { [BankLinkIndex.Account]: 3 } },
  fold,
};

function fold(
  document: BankLinkDocument | undefined,
  event: RecordedOf<BankLinkEvent>,
): BankLinkDocument | undefined {
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
}

/**
 * The link as GET answers it ([bank-link.get], [bank-link.status]). `mdverify` is true once the micro-deposits were confirmed, false before, and `na`
 * for a link that its owner verified without them.
 * @param now ISO-8601 UTC; decides whether micro-deposits have expired
 */
export function toBankLinkAnswer(link: BankLinkDocument, now: string): BankLinkAnswer {
  const { verification } = link;
  return {
    bankLinkOid: link.bankLinkOid,
    accountNumber: link.accountNumber,
    ownerLoginId: link.ownerLoginId,
    accountType: link.accountType,
    bankAccountNumber: link.bankAccountNumber.masked.slice(-4),
    routingNumber: link.routingNumber ?? null,
    nameOnAccount: link.nameOnAccount ?? null,
    bankName: link.bankName ?? null,
    status: statusAt(link, now),
    verifyStatus: verification !== undefined,
    mdverify: verification === 'owner' ? 'na' : verification === 'microDeposits',
    creationDate: wireTimestamp(link.createdAt),
  };
}

/** The entity tag: none while the body depends on the time and not on events alone. */
export function bankLinkRevision(link: BankLinkDocument, now: string): number | undefined {
  return statusAt(link, now) === link.status ? link.revision : undefined;
}

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
import { streamPerDocument, type Projection } from '#libs/platform/read-models';
import { bankLinkEvents } from '../bank-link.registry.js';
import { bankLink } from '../domain/bank-link.js';
import type { BankLinkEvent, VerificationMethod } from '../domain/bank-link.events.js';
import type { BankLinkResponse } from '../http/bank-link.dto.js';
import { evolveStatus, statusAt } from '../domain/bank-link.state.js';

/** A bank link. Personal fields are absent once the owner's key is destroyed. */
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
  /** ISO-8601 UTC; only while micro-deposits await confirmation. */
  expiresAt?: string;
  createdAt: string;
  /** Stream revision: the entity tag. */
  revision: number;
}>;

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
 * Converts a document to the response of GET ([bank-link.get], [bank-link.status]). `mdverify` is true once micro-deposits are
 * confirmed, false before, `na` for a link verified by its owner.
 * @param now ISO-8601 UTC; decides whether micro-deposits have expired
 */
export function toBankLinkResponse(link: BankLinkDocument, now: string): BankLinkResponse {
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

/** The entity tag; none once the status has changed by time alone. */
export function bankLinkRevision(link: BankLinkDocument, now: string): number | undefined {
  return statusAt(link, now) === link.status ? link.revision : undefined;
}

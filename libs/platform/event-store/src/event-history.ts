import type { Recorded } from '#libs/platform/kernel';

/** Data of an event of any type. */
export type EventData = Readonly<Record<string, unknown>>;

/** Why something was refused, ended or lifted. */
export interface Reason {
  readonly outcome: 'refused' | 'lifted' | 'cancelled' | 'rejected' | 'followed';
  /** Error code of the rule, or another code that says why. */
  readonly code?: string;
  readonly cause?: string;
  /** Login id or firm id of whose act it was. */
  readonly by?: string;
  readonly remainingAttempts?: number;
}

/** What histories say of one type of event, and whose they are. Pure: nothing but the event and the one before it. */
export interface EventHistory {
  /** What happened, for people. */
  readonly title: string;
  /** What the history is about that the event belongs to; the first is whose export it is in. None: nobody's. */
  readonly subjects?: (data: EventData, stream: string) => readonly string[];
  /** Ids of what the event is about; default what its fields are called where they name things. */
  readonly about?: (data: EventData) => readonly About[];
  /** Which thing of its stream the event is about; default the only one. */
  readonly thing?: (data: EventData) => string;
  /** Fields that have a new value; default all but those that name things. */
  readonly fields?: (data: EventData) => EventData;
  /** The thing is new, or was gone: no field of it had a value. */
  readonly begins?: boolean;
  /** The thing is gone: all its fields are null. */
  readonly ends?: boolean;
  /** `before` is the event before in the stream. */
  readonly reason?: (data: EventData, before: Recorded | undefined) => Reason | undefined;
}

/** Fields that say which thing an event is about, and what the REST interface calls them. */
const ABOUT: readonly (readonly [field: string, name: string])[] = [
  ['folioNumber', 'folioNumber'],
  ['loginId', 'loginId'],
  ['apiKey', 'apiKey'],
  ['restrictionId', 'restrictionId'],
  ['bankLinkOid', 'bankLinkOid'],
  ['oid', 'cashTransactionOid'],
  ['repeatCashTransactionOid', 'repeatCashTransactionOid'],
  ['folioOrderOid', 'folioOrderOid'],
  ['offerOid', 'privatePlacementOfferOid'],
  ['documentId', 'documentId'],
  ['subscriptionOid', 'privatePlacementOrderOid'],
  ['notifid', 'notifid'],
  ['originatingTransactionId', 'originatingTransactionId'],
  ['closingTransactionId', 'closingTransactionId'],
  ['transactionId', 'transactionId'],
  ['id', 'itemForAttentionId'],
];

/** Fields that name things, or are of use to the service only. */
const NAMES: ReadonlySet<string> = new Set([
  ...ABOUT.map(([field]) => field),
  ...['accountNumber', 'folioOid', 'memberOid', 'firmId', 'firmOid', 'owner', 'owners', 'rtgOid'],
  ...['primaryAccountOwner', 'folioOrderId', 'parentFirmId', 'documentKey', 'bankAccountKey'],
  ...['amountsKey', 'previousAccountName', 'itemId', 'requiredSigners', 'occurrence', 'scope'],
  ...['receivedAt', 'respondedAt', 'sentAt', 'followedAccount', 'createDateTime'],
]);

/** An id of what an event is about. */
export interface About {
  readonly name: string;
  readonly value: string;
}

/** Which folio, member, transaction … an event is about: one history may have many of a kind. */
export function about(data: EventData): readonly About[] {
  return ABOUT.flatMap(([field, name]) => {
    const value = textOf(data, field);
    return value === '' ? [] : [{ name, value }];
  });
}

/** All fields of an event but those that name things. */
export function contentOf(data: EventData): EventData {
  return Object.fromEntries(Object.entries(data).filter(([field]) => !NAMES.has(field)));
}

/** The fields of an object inside an event. */
export function fieldsIn(part: string): (data: EventData) => EventData {
  return (data) => contentOf((data[part] ?? {}) as EventData);
}

/** The text of a field; empty when it has none. */
export function textOf(data: EventData, field: string): string {
  const value = data[field];
  return typeof value === 'string' ? value : '';
}

/** Subjects as they are written. */
export const Subject = {
  account: (accountNumber: string): string => `account:${accountNumber}`,
  folio: (folioNumber: string): string => `folio:${folioNumber}`,
  bankLink: (oid: string): string => `bankLink:${oid}`,
  member: (loginId: string): string => `member:${loginId}`,
  firm: (firmId: string): string => `firm:${firmId}`,
} as const;

/** The account of an event, and its folio or bank link where it names one. */
export function ofAccount(data: EventData): readonly string[] {
  const folio = textOf(data, 'folioNumber');
  const link = textOf(data, 'bankLinkOid');
  return [
    Subject.account(textOf(data, 'accountNumber')),
    ...(folio === '' ? [] : [Subject.folio(folio)]),
    ...(link === '' ? [] : [Subject.bankLink(link)]),
  ];
}

/** The member of an event. */
export function ofMember(data: EventData): readonly string[] {
  return [Subject.member(textOf(data, 'loginId'))];
}

/** The firm of an event. */
export function ofFirm(data: EventData): readonly string[] {
  return [Subject.firm(textOf(data, 'firmId'))];
}

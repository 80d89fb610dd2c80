import type { Recorded } from '#libs/platform/kernel';

/** Data of any event. */
export type EventData = Readonly<Record<string, unknown>>;

/** Why something was refused, ended or lifted. */
export interface Reason {
  readonly outcome: 'refused' | 'lifted' | 'cancelled' | 'rejected' | 'followed';
  /** Error code of the rule, or another code for the reason. */
  readonly code?: string;
  readonly cause?: string;
  /** Login id or firm id of who acted. */
  readonly by?: string;
  readonly remainingAttempts?: number;
}

/** How histories describe an event type, and whose histories. Pure: depends only on the event and its predecessor. */
export interface EventHistory {
  /** What happened, for people. */
  readonly title: string;
  /** Subjects whose history contains the event; the export of the first one includes it. Default: none. */
  readonly subjects?: (data: EventData, stream: string) => readonly string[];
  /** Ids of what the event is about; default: the values of its naming fields. */
  readonly about?: (data: EventData) => readonly About[];
  /** Which item of its stream the event is about; default: the only one. */
  readonly thing?: (data: EventData) => string;
  /** Fields that get a new value; default: all but the naming fields. */
  readonly fields?: (data: EventData) => EventData;
  /** The item is new or was gone: none of its fields had a value. */
  readonly begins?: boolean;
  /** The item is gone: all its fields are null. */
  readonly ends?: boolean;
  /** `before` is the previous event of the stream. */
  readonly reason?: (data: EventData, before: Recorded | undefined) => Reason | undefined;
}

/** Naming fields: those that say what an event is about, with their names in the REST interface. */
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

/** Naming fields, and fields for internal use. */
const NAMES: ReadonlySet<string> = new Set([
  ...ABOUT.map(([field]) => field),
  ...['accountNumber', 'folioOid', 'memberOid', 'firmId', 'firmOid', 'owner', 'owners', 'rtgOid'],
  ...['primaryAccountOwner', 'folioOrderId', 'parentFirmId', 'documentKey', 'bankAccountKey'],
  ...['amountsKey', 'previousAccountName', 'itemId', 'requiredSigners', 'occurrence', 'scope'],
  ...['receivedAt', 'respondedAt', 'sentAt', 'followedAccount', 'createDateTime'],
]);

/** An id of something that an event is about. */
interface About {
  readonly name: string;
  readonly value: string;
}

/** The folio, member, transaction … that an event is about: a history may cover many of a kind. */
export function about(data: EventData): readonly About[] {
  return ABOUT.flatMap(([field, name]) => {
    const value = textOf(data, field);
    return value === '' ? [] : [{ name, value }];
  });
}

/** The fields of an event without the naming fields. */
export function contentOf(data: EventData): EventData {
  return Object.fromEntries(Object.entries(data).filter(([field]) => !NAMES.has(field)));
}

/** Returns the content of an event that states a thing as a whole: of these fields, those it leaves out have no value any more. */
export function wholeOf(
  optional: readonly string[],
  content: (data: EventData) => EventData = contentOf,
): (data: EventData) => EventData {
  const none = Object.fromEntries(optional.map((field) => [field, null]));
  return (data) => ({ ...none, ...content(data) });
}

/** Returns the content of an object inside an event. */
export function fieldsIn(part: string): (data: EventData) => EventData {
  return (data) => contentOf((data[part] ?? {}) as EventData);
}

/** A text field of an event; empty if absent. */
export function textOf(data: EventData, field: string): string {
  const value = data[field];
  return typeof value === 'string' ? value : '';
}

/** Formats subjects. */
export const Subject = {
  account: (accountNumber: string): string => `account:${accountNumber}`,
  folio: (folioNumber: string): string => `folio:${folioNumber}`,
  bankLink: (oid: string): string => `bankLink:${oid}`,
  member: (loginId: string): string => `member:${loginId}`,
  firm: (firmId: string): string => `firm:${firmId}`,
} as const;

/** Subjects of an event: its account and, if named, its folio and bank link. */
export function ofAccount(data: EventData): readonly string[] {
  const folio = textOf(data, 'folioNumber');
  const link = textOf(data, 'bankLinkOid');
  return [
    Subject.account(textOf(data, 'accountNumber')),
    ...(folio === '' ? [] : [Subject.folio(folio)]),
    ...(link === '' ? [] : [Subject.bankLink(link)]),
  ];
}

/** Subject of an event: its member. */
export function ofMember(data: EventData): readonly string[] {
  return [Subject.member(textOf(data, 'loginId'))];
}

/** Subject of an event: its firm. */
export function ofFirm(data: EventData): readonly string[] {
  return [Subject.firm(textOf(data, 'firmId'))];
}

type Data = Readonly<Record<string, unknown>>;

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

/** The folio, member, transaction … that an event is about: a history may cover many of a kind. */
export function about(data: Data): readonly { readonly name: string; readonly value: string }[] {
  return ABOUT.flatMap(([field, name]) => {
    const value = textOf(data, field);
    return value === '' ? [] : [{ name, value }];
  });
}

/** The fields of an event without the naming fields. */
export function contentOf(data: Data): Data {
  return Object.fromEntries(Object.entries(data).filter(([field]) => !NAMES.has(field)));
}

/** Returns the content of an event that states a thing as a whole: of these fields, those it leaves out have no value any more. */
export function wholeOf(
  optional: readonly string[],
  content: (data: Data) => Data = contentOf,
): (data: Data) => Data {
  const none = Object.fromEntries(optional.map((field) => [field, null]));
  return (data) => ({ ...none, ...content(data) });
}

/** Returns the content of an object inside an event. */
export function fieldsIn(part: string): (data: Data) => Data {
  return (data) => contentOf((data[part] ?? {}) as Data);
}

/** A text field of an event; empty if absent. */
export function textOf(data: Data, field: string): string {
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
export function ofAccount(data: Data): readonly string[] {
  const folio = textOf(data, 'folioNumber');
  const link = textOf(data, 'bankLinkOid');
  return [
    Subject.account(textOf(data, 'accountNumber')),
    ...(folio === '' ? [] : [Subject.folio(folio)]),
    ...(link === '' ? [] : [Subject.bankLink(link)]),
  ];
}

/** Subject of an event: its member. */
export function ofMember(data: Data): readonly string[] {
  return [Subject.member(textOf(data, 'loginId'))];
}

/** Subject of an event: its firm. */
export function ofFirm(data: Data): readonly string[] {
  return [Subject.firm(textOf(data, 'firmId'))];
}

const OCCURRENCE = /^([1-9]\d{14})-([1-9]\d{0,4})$/;

/** Id of the nth transaction of a series, from 1. */
export function occurrenceOid(seriesOid: string, number: number): string {
  return `${seriesOid}-${number}`;
}

/** The series an id belongs to by its form; undefined for an id of another form. */
export function seriesOf(oid: string): string | undefined {
  return OCCURRENCE.exec(oid)?.[1];
}

/**
 * Id of the stream of a transaction: its own, or that of its series, which has all its occurrences. With the account in it,
 * because the back office names transactions below their account.
 */
export function cashStreamId(accountNumber: string, oid: string): string {
  return `${accountNumber}-${seriesOf(oid) ?? oid}`;
}

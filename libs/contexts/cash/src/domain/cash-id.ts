const OCCURRENCE = /^([1-9]\d{14})-([1-9]\d{0,4})$/;

/** Id of the nth transaction of a series, counted from 1. */
export function occurrenceOid(seriesOid: string, number: number): string {
  return `${seriesOid}-${number}`;
}

/** Returns the series of an occurrence id, or undefined for any other id. */
export function seriesOf(oid: string): string | undefined {
  return OCCURRENCE.exec(oid)?.[1];
}

/** Occurrences share the stream of their series. The id includes the account, within which the back office names transactions. */
export function cashStreamId(accountNumber: string, oid: string): string {
  return `${accountNumber}-${seriesOf(oid) ?? oid}`;
}

import { isFolioNumber } from '#libs/platform/kernel';

/** Two digits at the end of a folio number: `01` to `99`. */
export type FolioSequence = string;

/** Folios every account has from the start; they are never created, renamed, closed or given target weights. */
export const ReservedFolio = { Cash: '01', NonFolioHoldings: '02' } as const;

/** The last number that creation assigns ([folio.number]). */
export const LAST_SEQUENCE = 99;

/** A full folio number taken apart. */
export interface FolioNumberParts {
  readonly accountNumber: string;
  readonly sequence: FolioSequence;
}

/** Account number and two digits put together: `RA12345678` and 3 make `RA1234567803`. */
export function folioNumber(accountNumber: string, sequence: number | FolioSequence): string {
  return accountNumber + String(sequence).padStart(2, '0');
}

/**
 * Takes a full folio number apart ([folio.path]).
 * @returns undefined for a text that isn't one, `…00` included.
 */
export function splitFolioNumber(full: string): FolioNumberParts | undefined {
  return isFolioNumber(full)
    ? { accountNumber: full.slice(0, -2), sequence: full.slice(-2) }
    : undefined;
}

/** The two digits of a folio of this account; undefined when the number is malformed or another account's. */
export function sequenceWithin(accountNumber: string, full: string): FolioSequence | undefined {
  const parts = splitFolioNumber(full);
  return parts?.accountNumber === accountNumber ? parts.sequence : undefined;
}

/** True for 01 Cash and 02 Non-Folio Holdings. */
export function isReserved(sequence: FolioSequence): boolean {
  return sequence === ReservedFolio.Cash || sequence === ReservedFolio.NonFolioHoldings;
}

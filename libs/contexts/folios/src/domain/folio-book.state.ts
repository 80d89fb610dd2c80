import { type FolioStatus, isFolioNumber } from '#libs/platform/kernel';
import type {
  FolioCreated,
  FolioEvent,
  PlainSettings,
  Position,
  TargetWeight,
} from './folio-book.events.js';

/** Folios every account has from the start; they are never created, renamed, closed or given target weights. */
export const ReservedFolio = { Cash: '01', NonFolioHoldings: '02' } as const;

/** The last number that creation assigns ([folio.number]). */
const LAST_SEQUENCE = 99;

/** Account number and two digits put together: `RA12345678` and 3 make `RA1234567803`. */
export function folioNumber(accountNumber: string, sequence: number | string): string {
  return accountNumber + String(sequence).padStart(2, '0');
}

/**
 * Takes a full folio number apart ([folio.path]): the account's, and two digits `01` to `99`.
 * @returns undefined for a text that isn't one, `…00` included.
 */
export function splitFolioNumber(
  full: string,
): { readonly accountNumber: string; readonly sequence: string } | undefined {
  return isFolioNumber(full)
    ? { accountNumber: full.slice(0, -2), sequence: full.slice(-2) }
    : undefined;
}

/** The two digits of a folio of this account; undefined when the number is malformed or another account's. */
export function sequenceWithin(accountNumber: string, full: string): string | undefined {
  const parts = splitFolioNumber(full);
  return parts?.accountNumber === accountNumber ? parts.sequence : undefined;
}

/** True for 01 Cash and 02 Non-Folio Holdings. */
export function isReserved(sequence: string): boolean {
  return sequence === ReservedFolio.Cash || sequence === ReservedFolio.NonFolioHoldings;
}

/** Open or closed. A folio can't be deleted ([folio.close]), though the code D exists. */
export type OpenOrClosed = Exclude<FolioStatus, 'D'>;

/** One folio of the book. */
export interface FolioState extends PlainSettings {
  /** Missing once it was erased with an owner of the account. */
  readonly folioName?: string;
  readonly folioStatus: OpenOrClosed;
  readonly prepackagedFolioId: string | null;
  /** The RTG folio model it is subscribed to; null for none. */
  readonly rtgOid: string | null;
  readonly targetWeights: readonly TargetWeight[];
  readonly positions: readonly Position[];
  /**
   * Events the folio has seen since it came into being: its entity tag. The revision of the stream is no use for that, it
   * moves with every other folio of the account.
   */
  readonly revision: number;
}

/** All folios of one account: number 01 first, no number twice and none left out. */
export type FolioBook = readonly (FolioState | undefined)[];

const newFolio = {
  rtgOid: null,
  folioStatus: 'O',
  targetWeights: [],
  positions: [],
  revision: 0,
} as const;

/** A folio every account has from the start. */
export function reservedFolio(folioName: string): FolioState {
  return {
    folioName,
    dividendReinvest: false,
    dividendPayToAccount: true,
    benchmark: null,
    prepackagedFolioId: null,
    ...newFolio,
  };
}

/** A folio as its first event has it. */
export function createdFolio(data: FolioCreated['data']): FolioState {
  const { folioName, dividendReinvest, dividendPayToAccount, benchmark, prepackagedFolioId } = data;
  return {
    dividendReinvest,
    dividendPayToAccount,
    benchmark,
    prepackagedFolioId,
    ...newFolio,
    ...(folioName !== undefined && { folioName }),
  };
}

/** Names of folios 01 and 02 ([folio.01], [folio.02]). */
export const ReservedFolioName = {
  [ReservedFolio.Cash]: 'Cash',
  [ReservedFolio.NonFolioHoldings]: 'Non-Folio Holdings',
} as const;

/** The book of an account that has created no folio yet: 01 and 02 stand in it without an event. */
export const emptyBook: FolioBook = Object.values(ReservedFolioName).map(reservedFolio);

type FolioChange = Exclude<FolioEvent, { type: 'folio.FolioCreated' }>;

/** One folio after one event of its own. Shared by the book and the documents, so that the two can't disagree. */
export function evolveFolio<F extends FolioState>(before: F, event: FolioChange): F {
  return { ...before, ...changesOf(event), revision: before.revision + 1 };
}

/** A target weight as states and documents have it. */
export function weightOf([ticker, targetWeight]: readonly [string, string]): TargetWeight {
  return { ticker, targetWeight };
}

function changesOf(event: FolioChange): Partial<FolioState> {
  switch (event.type) {
    case 'folio.FolioUpdated': {
      const { folioName, changes } = event.data;
      return { ...(folioName !== undefined && { folioName }), ...changes };
    }
    case 'folio.FolioClosed':
      return { folioStatus: 'C' };
    case 'folio.TargetWeightsSet':
      return { targetWeights: event.data.weights.map(weightOf) };
    case 'folio.PositionsSet':
      return { positions: event.data.positions };
    case 'folio.SubscribedToRtg':
      return { rtgOid: event.data.rtgOid };
  }
}

/** The book after one event. */
export function evolve(book: FolioBook, event: FolioEvent): FolioBook {
  const sequence = sequenceWithin(event.data.accountNumber, event.data.folioNumber);
  if (sequence === undefined) return book;
  const place = placeOf(sequence);
  const before = book[place];
  const folio =
    event.type === 'folio.FolioCreated'
      ? createdFolio(event.data)
      : before && evolveFolio(before, event);
  if (!folio) return book;
  const folios = [...book];
  folios[place] = folio;
  return folios;
}

const placeOf = (sequence: string): number => Number(sequence) - 1;

/** A folio of the book by its full number; undefined when the account has none of that number. */
export function findFolio(
  book: FolioBook,
  accountNumber: string,
  full: string,
): { readonly sequence: string; readonly folio: FolioState } | undefined {
  const sequence = sequenceWithin(accountNumber, full);
  const folio = sequence === undefined ? undefined : book[placeOf(sequence)];
  return sequence !== undefined && folio ? { sequence, folio } : undefined;
}

/** Full number the next folio of an account gets; undefined when all are given ([folio.number]). */
export function nextFolioNumber(book: FolioBook, accountNumber: string): string | undefined {
  return book.length < LAST_SEQUENCE ? folioNumber(accountNumber, book.length + 1) : undefined;
}

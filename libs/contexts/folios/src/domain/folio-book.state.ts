import { type FolioStatus, isFolioNumber, omit } from '#libs/platform/kernel';
import type {
  ClosingBegun,
  FolioCreated,
  FolioEvent,
  FolioIds,
  PlainSettings,
  Position,
  TargetWeight,
} from './folio-book.events.js';

/** Folios every account has from the start. They can't be created, renamed, closed or given target weights. */
export const ReservedFolio = { Cash: '01', NonFolioHoldings: '02' } as const;

/** Last assigned number ([folio.number]). */
const LAST_SEQUENCE = 99;

/** Joins an account number and two digits: `RA12345678` and 3 make `RA1234567803`. */
export function folioNumber(accountNumber: string, sequence: number | string): string {
  return accountNumber + String(sequence).padStart(2, '0');
}

/** Splits a full folio number ([folio.path]) into account number and two digits, `01` to `99`. Undefined if malformed, `…00` included. */
export function splitFolioNumber(
  full: string,
): { readonly accountNumber: string; readonly sequence: string } | undefined {
  return isFolioNumber(full)
    ? { accountNumber: full.slice(0, -2), sequence: full.slice(-2) }
    : undefined;
}

/** Returns the two digits of a folio of this account; undefined if malformed or another account's. */
export function sequenceWithin(accountNumber: string, full: string): string | undefined {
  const parts = splitFolioNumber(full);
  return parts?.accountNumber === accountNumber ? parts.sequence : undefined;
}

export function isReserved(sequence: string): boolean {
  return sequence === ReservedFolio.Cash || sequence === ReservedFolio.NonFolioHoldings;
}

/** Folios can't be deleted ([folio.close]), although code D exists. */
export type OpenOrClosed = Exclude<FolioStatus, 'D'>;

/** State of a folio. */
export interface FolioState extends PlainSettings {
  /** Absent once erased with an owner of the account. */
  readonly folioName?: string;
  readonly folioStatus: OpenOrClosed;
  readonly prepackagedFolioId: string | null;
  /** RTG folio model it subscribes to, if any. */
  readonly rtgOid: string | null;
  readonly targetWeights: readonly TargetWeight[];
  readonly positions: readonly Position[];
  /** A closing that has begun, with what else its request changes, or what took the last one back. */
  readonly closing?: Omit<ClosingBegun['data'], keyof FolioIds> | readonly string[];
  /**
   * Number of its events after its creation: the entity tag. The stream revision won't do, since it changes with every folio of
   * the account.
   */
  readonly revision: number;
}

/** The closing of a folio that has begun. */
export function closingOf({
  closing,
}: FolioState): Omit<ClosingBegun['data'], keyof FolioIds> | undefined {
  return closing && 'changes' in closing ? closing : undefined;
}

/** What took the last closing of a folio back. */
export function obstaclesOf({ closing = [] }: FolioState): readonly string[] {
  return 'changes' in closing ? [] : closing;
}

/** All folios of an account, from 01, without gaps or duplicates. */
export type FolioBook = readonly (FolioState | undefined)[];

const newFolio = {
  rtgOid: null,
  folioStatus: 'O',
  targetWeights: [],
  positions: [],
  revision: 0,
} as const;

/** Creates folio 01 or 02. */
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

/** State after the first event. */
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

/** The initial book: folios 01 and 02 exist without an event. */
export const emptyBook: FolioBook = Object.values(ReservedFolioName).map(reservedFolio);

type FolioChange = Exclude<FolioEvent, { type: 'folio.FolioCreated' }>;

/** Applies one event to a folio. Shared by book and documents, so the two can't disagree. */
export function evolveFolio<F extends FolioState>(before: F, event: FolioChange): F {
  const after = { ...before, ...changesOf(event), revision: before.revision + 1 };
  // only what was closed in two steps keeps a trace of it
  return event.type === 'folio.FolioClosed' && before.closing ? { ...after, closing: [] } : after;
}

/** Converts a stored pair. */
export function memoryUseOf([ticker, targetWeight]: readonly [string, string]): TargetWeight {
  return { ticker, targetWeight };
}

function changesOf(event: FolioChange): Partial<FolioState> {
  switch (event.type) {
    case 'folio.FolioUpdated': {
      const { folioName, changes } = event.data;
      return { ...(folioName !== undefined && { folioName }), ...changes };
    }
    case 'folio.ClosingBegun':
      return { closing: omit(event.data, 'accountNumber', 'folioNumber') };
    case 'folio.ClosingTakenBack':
      return { closing: event.data.obstacles };
    case 'folio.FolioClosed':
      return { folioStatus: 'C' };
    case 'folio.TargetWeightsSet':
      return { targetWeights: event.data.weights.map(memoryUseOf) };
    case 'folio.PositionsSet':
      return { positions: event.data.positions };
    case 'folio.SubscribedToRtg':
      return { rtgOid: event.data.rtgOid };
  }
}

/** Applies one event to the book. */
export function evolve(book: FolioBook, event: FolioEvent): FolioBook {
  const sequence = sequenceWithin(event.data.accountNumber, event.data.folioNumber);
  if (sequence === undefined) return book;
  const index = indexOf(sequence);
  const before = book[index];
  const folio =
    event.type === 'folio.FolioCreated'
      ? createdFolio(event.data)
      : before && evolveFolio(before, event);
  if (!folio) return book;
  const folios = [...book];
  folios[index] = folio;
  return folios;
}

const indexOf = (sequence: string): number => Number(sequence) - 1;

/** Finds a folio by its full number. */
export function findFolio(
  book: FolioBook,
  accountNumber: string,
  full: string,
): { readonly sequence: string; readonly folio: FolioState } | undefined {
  const sequence = sequenceWithin(accountNumber, full);
  const folio = sequence === undefined ? undefined : book[indexOf(sequence)];
  return sequence !== undefined && folio ? { sequence, folio } : undefined;
}

/** Full number of the next folio; undefined if all are used ([folio.number]). */
export function nextFolioNumber(book: FolioBook, accountNumber: string): string | undefined {
  return book.length < LAST_SEQUENCE ? folioNumber(accountNumber, book.length + 1) : undefined;
}

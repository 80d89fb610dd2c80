import {
  conflict,
  decideBy,
  type Decider,
  Decimal,
  equalJson,
  type Precondition,
  FieldCode,
  fieldProblem,
  isAsExpected,
  isRefusal,
  notFound,
  omit,
  pathMismatches,
  preconditionFailed,
  type Problem,
  problemsOf,
  type Quantity,
  type Refusal,
  refuse,
  type Rule,
  RuleBook,
  OID_DIGITS,
} from '#libs/platform/kernel';
import {
  canonicalWeights,
  type FolioStatus,
  isFolioNumber,
  type TargetWeight,
  totalProblem,
} from '#libs/contexts/codes';
import type {
  ClosingBegun,
  FolioCreated,
  FolioEvent,
  FolioIds,
  FolioSettings,
  PlainSettings,
  Position,
} from './folio.events.js';

/** Folios every account has from the start. They can't be created, renamed, closed or given target weights. */
export const ReservedFolio = { Cash: '01', NonFolioHoldings: '02' } as const;

/** Last assigned number ([folio.number]). */
const LAST_SEQUENCE = 99;

/** Joins an account number and two digits: `RA12345678` and 3 make `RA1234567803`. */
export function folioNumber(accountNumber: string, sequence: number | string): string {
  return accountNumber + String(sequence).padStart(2, '0');
}

/** Splits a full folio number ([folio.path]) into account number and two digits, `01` to `99`. Undefined if malformed, `…00` included. */
export function splitFolioNumber(full: string) {
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
export function targetWeightOf([ticker, targetWeight]: readonly [string, string]): TargetWeight {
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
      return { targetWeights: event.data.weights.map(targetWeightOf) };
    case 'folio.PositionsSet':
      return { positions: event.data.positions };
    case 'folio.SubscribedToRtg':
      return { rtgOid: event.data.rtgOid };
  }
}

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

export function findFolio(book: FolioBook, accountNumber: string, full: string) {
  const sequence = sequenceWithin(accountNumber, full);
  const folio = sequence === undefined ? undefined : book[indexOf(sequence)];
  return sequence !== undefined && folio ? { sequence, folio } : undefined;
}

/** Full number of the next folio; undefined if all are used ([folio.number]). */
function nextFolioNumber(book: FolioBook, accountNumber: string): string | undefined {
  return book.length < LAST_SEQUENCE ? folioNumber(accountNumber, book.length + 1) : undefined;
}

export const folioRules = new RuleBook({
  'folio.closed.rule': 'The folio is closed',
  'folio.invalid.rtg': 'There is no such RTG folio',
  'folio.number.exhausted.rule': 'The account has used all folio numbers up to 99',
  'folio.orders.rule': 'A folio with open orders cannot be closed; the message names the order',
  'folio.positions.rule': 'A folio with positions cannot be closed',
  'folio.reserved.rule': 'Folios 01 and 02 do not allow this',
});

interface AccountFact {
  readonly account: {
    readonly firmId: string;
    /** Login ids; the firm id for a corporate account. */
    readonly owners: readonly string[];
  };
}

/** Whether the RTG folio named by a command exists; meaningless if it names none. */
interface RtgFact {
  readonly rtgKnown: boolean;
}

/** Why a restricted account refuses a command (`account.restricted.rule`). */
interface RestrictionFact {
  readonly restriction: Problem | undefined;
}

export interface FolioInput extends FolioSettings {
  /** Must equal the account number in the path. */
  readonly accountNumber: string;
  readonly prepackagedFolioId: string | null;
}

export interface CreateFolio {
  readonly type: 'CreateFolio';
  readonly accountNumber: string;
  readonly input: FolioInput;
  readonly facts: AccountFact & RtgFact;
}

/** Body of `PUT …/folios/{f}` ([folio.update]): an absent field stays, `benchmark: null` clears it. */
export interface FolioChanges extends Partial<FolioSettings> {
  /** `C` closes; the current status changes nothing. */
  readonly folioStatus?: OpenOrClosed;
  /** Must equal those in the path. */
  readonly accountNumber?: string;
  readonly folioNumber?: string;
  /** May be repeated but not changed. */
  readonly prepackagedFolioId?: string | null;
  readonly modelOid?: string | null;
  readonly rtgOid?: string | null;
}

interface ExistingFolio extends FolioIds {
  /** From `If-Match`: revision of the folio, not of the stream. */
  readonly expectedRevision?: Precondition | undefined;
}

export interface UpdateFolio extends ExistingFolio {
  readonly type: 'UpdateFolio';
  readonly changes: FolioChanges;
  readonly facts: AccountFact & {
    /** Open orders of the folio, one sentence each; absent unless the request closes it. */
    readonly obstacles?: readonly string[] | undefined;
  };
}

/**
 * Decides a closing that has begun, with everything in the log known: completes it, or takes it back. Something that came beside it sends
 * itself as the obstacle.
 */
interface DecideClosing extends FolioIds {
  readonly type: 'DecideClosing';
  /** One sentence each. */
  readonly obstacles: readonly string[];
}

/** Replaces the target weights ([folio.weights]). */
export interface SetTargetWeights extends ExistingFolio {
  readonly type: 'SetTargetWeights';
  /** No ticker twice. */
  readonly targetWeights: readonly TargetWeight[];
  readonly facts: RestrictionFact;
}

/** Holding of one security, as reported by the back office. */
export interface ReportedPosition {
  readonly ticker: string;
  readonly shareQuantity: Quantity;
}

/** Back office: replaces the positions of a folio ([back-office.positions]). */
export interface SetPositions extends ExistingFolio {
  readonly type: 'SetPositions';
  /** No ticker twice. */
  readonly positions: readonly ReportedPosition[];
  readonly facts: {
    /** Why the account holds nothing more: it is closed. */
    readonly closed: Problem | undefined;
  };
}

/** The account was closed beside a report of positions: there are none. */
interface DropPositions extends FolioIds {
  readonly type: 'DropPositions';
}

/** Subscribes the folio to an RTG folio model ([rtg.subscribe]). */
export interface SubscribeToRtg extends ExistingFolio {
  readonly type: 'SubscribeToRtg';
  readonly input: {
    /** Must equal the folio number in the path. */
    readonly folioNumber: string;
    readonly prePackagedFolioOid: string;
  };
  readonly facts: RtgFact & RestrictionFact;
}

export type FolioCommand =
  | CreateFolio
  | UpdateFolio
  | DecideClosing
  | SetTargetWeights
  | SetPositions
  | DropPositions
  | SubscribeToRtg;

const SETTINGS = ['folioName', 'dividendReinvest', 'dividendPayToAccount', 'benchmark'] as const;

type Found = NonNullable<ReturnType<typeof findFolio>>;

type FolioRule<Command> = Rule<FolioBook, Command, FolioEvent>;

const create: FolioRule<CreateFolio> = ({ accountNumber, input, facts }, book, { ids }) => {
  const { accountNumber: _, prepackagedFolioId, ...settings } = input;
  const problems = pathMismatches({ accountNumber }, input);
  if (prepackagedFolioId !== null && !facts.rtgKnown) {
    problems.push(folioRules.broken('folio.invalid.rtg', undefined, 'prepackagedFolioId'));
  }
  const folioNumber = nextFolioNumber(book, accountNumber);
  if (folioNumber === undefined) problems.push(folioRules.broken('folio.number.exhausted.rule'));
  if (folioNumber === undefined || problems.length > 0) return refuse(...problems);
  const data = {
    accountNumber,
    folioNumber,
    firmId: facts.account.firmId,
    owners: facts.account.owners,
    folioOid: ids.digits(OID_DIGITS),
    ...settings,
    prepackagedFolioId,
  };
  return [{ type: 'folio.FolioCreated', data }];
};

function findExpected(
  { accountNumber, folioNumber, expectedRevision }: ExistingFolio,
  book: FolioBook,
): Found | Refusal {
  const found = findFolio(book, accountNumber, folioNumber);
  if (!found) return notFound();
  return isAsExpected(expectedRevision, found.folio.revision) ? found : preconditionFailed();
}

function changedSettings(folio: FolioState, changes: FolioChanges): Partial<FolioSettings> {
  const changed = SETTINGS.filter(
    (name) => changes[name] !== undefined && changes[name] !== folio[name],
  );
  return Object.fromEntries(changed.map((name) => [name, changes[name]]));
}

/** Reports changes to fields that can't be updated. */
export function fixedProblems({ prepackagedFolioId, rtgOid }: FolioState, sent: FolioChanges) {
  const current = { prepackagedFolioId, modelOid: null, rtgOid };
  return (['prepackagedFolioId', 'modelOid', 'rtgOid'] as const)
    .filter((field) => sent[field] !== undefined && sent[field] !== current[field])
    .map((field) => fieldProblem(field, FieldCode.NotUpdatable));
}

const update: FolioRule<UpdateFolio> = (command, book) => {
  const { accountNumber, folioNumber, changes, facts } = command;
  const found = findExpected(command, book);
  if (isRefusal(found)) return found;
  const { folio, sequence } = found;
  const fixed = fixedProblems(folio, changes);
  if (fixed.length > 0) return refuse(...fixed);
  const settings = changedSettings(folio, changes);
  const problems = pathMismatches({ accountNumber, folioNumber }, changes);
  const { folioStatus = folio.folioStatus } = changes;
  const closes = folioStatus === 'C' && folio.folioStatus === 'O';
  const changesSettings = Object.keys(settings).length > 0;
  if (folio.folioStatus === 'C' && (changesSettings || folioStatus === 'O')) {
    problems.push(folioRules.broken('folio.closed.rule'));
  }
  if (isReserved(sequence) && (closes || settings.folioName !== undefined)) {
    const message = 'Folios 01 and 02 keep their name and stay open.';
    problems.push(folioRules.broken('folio.reserved.rule', message));
  }
  if (closes) problems.push(...closingProblems(folio, facts.obstacles ?? []));
  if (problems.length > 0) return refuse(...problems);

  const { folioName, ...others } = settings;
  const named = folioName === undefined ? {} : { folioName, owners: facts.account.owners };
  const data = { accountNumber, folioNumber, ...named, changes: others };
  if (!closes) return changesSettings ? [{ type: 'folio.FolioUpdated', data }] : [];
  if (!closingOf(folio)) return [{ type: 'folio.ClosingBegun', data }];
  return changesSettings
    ? conflict('The folio is being closed by another request; try again.')
    : [];
};

/** What keeps a folio from being closed: positions, and open orders. */
export function closingProblems(
  { positions }: Pick<FolioState, 'positions'>,
  orders: readonly string[],
): Problem[] {
  const left = 'The folio still has positions.';
  return problemsOf(
    positions.length > 0 && folioRules.broken('folio.positions.rule', left, 'folioStatus'),
    ...orders.map((what) => folioRules.broken('folio.orders.rule', what, 'folioStatus')),
  );
}

/** Completes or takes back a closing that has begun; whoever comes first decides it. */
const decideClosing: FolioRule<DecideClosing> = (command, book) => {
  const { accountNumber, folioNumber, obstacles } = command;
  const folio = findFolio(book, accountNumber, folioNumber)?.folio;
  const closing = folio && closingOf(folio);
  if (!closing || folio.folioStatus === 'C') return [];
  const ids = { accountNumber, folioNumber };
  if (obstacles.length > 0 || folio.positions.length > 0) {
    return [{ type: 'folio.ClosingTakenBack', data: { ...ids, obstacles } }];
  }
  const isChanged = closing.folioName !== undefined || Object.keys(closing.changes).length > 0;
  return [
    ...(isChanged ? [{ type: 'folio.FolioUpdated', data: { ...ids, ...closing } } as const] : []),
    { type: 'folio.FolioClosed', data: ids },
  ];
};

/** What prevents a folio from following a model or having target weights. */
function obstacles({ folio, sequence }: Found, restriction: Problem | undefined, reserved: string) {
  return problemsOf(
    restriction,
    isReserved(sequence) && folioRules.broken('folio.reserved.rule', reserved),
    folio.folioStatus === 'C' && folioRules.broken('folio.closed.rule'),
  );
}

const setTargetWeights: FolioRule<SetTargetWeights> = (command, book) => {
  const { accountNumber, folioNumber, facts, targetWeights } = command;
  const found = findExpected(command, book);
  if (isRefusal(found)) return found;
  const problems = problemsOf(
    totalProblem(targetWeights),
    ...obstacles(found, facts.restriction, 'Folios 01 and 02 have no target weights.'),
  );
  if (problems.length > 0) return refuse(...problems);
  const items = canonicalWeights(targetWeights);
  if (equalJson(items, found.folio.targetWeights)) return [];
  const weights = items.map(({ ticker, targetWeight }) => [ticker, targetWeight] as const);
  const data = { accountNumber, folioNumber, weights };
  return [{ type: 'folio.TargetWeightsSet', data }];
};

/** Positions as stored: sorted by ticker, so that the order of the feed makes no difference. */
function canonicalPositions(positions: readonly ReportedPosition[]): Position[] {
  return positions
    .map(({ ticker, shareQuantity }) => ({ ticker, shareQuantity: shareQuantity.toString() }))
    .sort((a, b) => (a.ticker < b.ticker ? -1 : 1));
}

/** Whether no security is held in a larger quantity than before. */
function areFewer(positions: readonly Position[], before: readonly Position[]): boolean {
  return positions.every(({ ticker, shareQuantity }) => {
    const held = before.find((one) => one.ticker === ticker)?.shareQuantity ?? '0';
    return new Decimal(shareQuantity).lessThanOrEqualTo(held);
  });
}

/** What is closed holds nothing more; reports of less are taken. */
const setPositions: FolioRule<SetPositions> = (command, book) => {
  const { accountNumber, folioNumber, facts } = command;
  const found = findExpected(command, book);
  if (isRefusal(found)) return found;
  const { folio } = found;
  const positions = canonicalPositions(command.positions);
  if (equalJson(positions, folio.positions)) return [];
  const closed =
    facts.closed ??
    (folio.folioStatus === 'C' ? folioRules.broken('folio.closed.rule') : undefined);
  if (closed && !areFewer(positions, folio.positions)) return refuse(closed);
  return [{ type: 'folio.PositionsSet', data: { accountNumber, folioNumber, positions } }];
};

const dropPositions: FolioRule<DropPositions> = ({ accountNumber, folioNumber }, book) =>
  (findFolio(book, accountNumber, folioNumber)?.folio.positions.length ?? 0) > 0
    ? [{ type: 'folio.PositionsSet', data: { accountNumber, folioNumber, positions: [] } }]
    : [];

const subscribeToRtg: FolioRule<SubscribeToRtg> = (command, book) => {
  const { accountNumber, folioNumber, facts, input } = command;
  const found = findExpected(command, book);
  if (isRefusal(found)) return found;
  const problems = [
    ...pathMismatches({ folioNumber }, input),
    ...obstacles(found, facts.restriction, 'Folios 01 and 02 follow no RTG folio.'),
  ];
  if (!facts.rtgKnown) {
    problems.push(folioRules.broken('folio.invalid.rtg', undefined, 'prePackagedFolioOid'));
  }
  if (problems.length > 0) return refuse(...problems);
  const { rtgOid: previousRtgOid } = found.folio;
  const rtgOid = input.prePackagedFolioOid;
  if (rtgOid === previousRtgOid) return [];
  const data = { accountNumber, folioNumber, rtgOid, previousRtgOid };
  return [{ type: 'folio.SubscribedToRtg', data }];
};

/**
 * Decider of all folios of an account, stream `folios-{accountNumber}`: one stream, so that concurrent creations can't take the
 * same number.
 */
export const folioBook: Decider<FolioBook, FolioCommand, FolioEvent> = {
  category: 'folios',
  initial: emptyBook,
  evolve,

  decide: decideBy({
    CreateFolio: create,
    UpdateFolio: update,
    DecideClosing: decideClosing,
    SetTargetWeights: setTargetWeights,
    SetPositions: setPositions,
    DropPositions: dropPositions,
    SubscribeToRtg: subscribeToRtg,
  }),
};

import {
  conflict,
  decideBy,
  type Decider,
  Decimal,
  equalJson,
  type ExpectedRevision,
  FieldCode,
  fieldProblem,
  isAsExpected,
  isRefusal,
  notFound,
  pathMismatches,
  preconditionFailed,
  type Problem,
  problemsOf,
  type Quantity,
  type Refusal,
  refuse,
  type Rule,
  RuleBook,
} from '#libs/platform/kernel';
import type {
  FolioEvent,
  FolioSettings,
  FolioIds,
  Position,
  TargetWeight,
} from './folio-book.events.js';
import {
  closingOf,
  emptyBook,
  evolve,
  findFolio,
  type FolioBook,
  type FolioState,
  isReserved,
  nextFolioNumber,
  type OpenOrClosed,
} from './folio-book.state.js';

export const folioRules = new RuleBook({
  'folio.closed.rule': 'The folio is closed',
  'folio.invalid.rtg': 'There is no such RTG folio',
  'folio.number.exhausted.rule': 'The account has used all folio numbers up to 99',
  'folio.orders.rule': 'A folio with open orders cannot be closed; the message names the order',
  'folio.positions.rule': 'A folio with positions cannot be closed',
  'folio.reserved.rule': 'Folios 01 and 02 do not allow this',
  'folio.target.weights.total.rule': 'The weights do not add up to 100.00',
});

/** Maximum length of a folio name ([folio.folioName]). */
export const MAX_FOLIO_NAME = 50;

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

/** Body of a creation. */
export interface FolioInput extends FolioSettings {
  /** Must equal the account number in the path. */
  readonly accountNumber: string;
  readonly prepackagedFolioId: string | null;
}

/** Creates a folio with the next number. */
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
  readonly expectedRevision?: ExpectedRevision | undefined;
}

/** Changes settings, closes, or both. */
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
export interface DecideClosing extends FolioIds {
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
export interface DropPositions extends FolioIds {
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

/** Commands for the folios of an account. */
export type FolioCommand =
  | CreateFolio
  | UpdateFolio
  | DecideClosing
  | SetTargetWeights
  | SetPositions
  | DropPositions
  | SubscribeToRtg;

const OID_DIGITS = 15;
/** Minimum decimals of a target weight. */
const MIN_DECIMALS = 2;
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
export function fixedProblems(
  { prepackagedFolioId, rtgOid }: FolioState,
  sent: FolioChanges,
): Problem[] {
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
  return [
    ...(positions.length > 0 ? [positionsLeft()] : []),
    ...orders.map((what) => folioRules.broken('folio.orders.rule', what, 'folioStatus')),
  ];
}

const positionsLeft = (): Problem =>
  folioRules.broken('folio.positions.rule', 'The folio still has positions.', 'folioStatus');

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
function obstacles(
  { folio, sequence }: Found,
  restriction: Problem | undefined,
  reserved: string,
): Problem[] {
  return problemsOf(
    restriction,
    isReserved(sequence) && folioRules.broken('folio.reserved.rule', reserved),
    folio.folioStatus === 'C' && folioRules.broken('folio.closed.rule'),
  );
}

/** Checks that the weights total exactly 100.00; the empty list does not. */
export function totalProblem(weights: readonly TargetWeight[]): Problem | undefined {
  const total = weights.reduce((sum, { targetWeight }) => sum.plus(targetWeight), new Decimal(0));
  if (total.equals(100)) return undefined;
  const message = `The target weights add up to ${total.toFixed()}, not to 100.00.`;
  return folioRules.broken('folio.target.weights.total.rule', message);
}

/** Target weights as stored: in the order sent, with at least two decimals. */
export function canonicalWeights(weights: readonly TargetWeight[]): TargetWeight[] {
  return weights.map(({ ticker, targetWeight }) => {
    const weight = new Decimal(targetWeight);
    const decimals = Math.max(MIN_DECIMALS, weight.decimalPlaces());
    return { ticker, targetWeight: weight.toFixed(decimals) };
  });
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

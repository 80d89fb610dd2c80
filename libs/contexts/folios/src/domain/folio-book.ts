import {
  type Decider,
  Decimal,
  type Decision,
  type DecisionContext,
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
  RuleBook,
} from '#libs/platform/kernel';
import type {
  FolioEvent,
  FolioSettings,
  OfFolio,
  Position,
  TargetWeight,
} from './folio-book.events.js';
import {
  emptyBook,
  evolve,
  findFolio,
  type FolioBook,
  type FolioState,
  isReserved,
  nextFolioNumber,
  type OpenOrClosed,
} from './folio-book.state.js';

/** The rules of folios. */
export const folioRules = new RuleBook({
  'folio.closed.rule': 'The folio is closed',
  'folio.invalid.rtg': 'There is no such RTG folio',
  'folio.number.exhausted.rule': 'The account has used all folio numbers up to 99',
  'folio.positions.rule': 'A folio with positions can not be closed',
  'folio.reserved.rule': 'Folios 01 and 02 can not do this',
  'folio.target.weights.total.rule': 'The weights do not add up to 100.00',
});

/** Longest folio name, in characters ([folio.folioName]). */
export const MAX_FOLIO_NAME = 50;

interface AccountFact {
  readonly account: {
    readonly firmId: string;
    /** Login ids; of a corporate account the id of the firm. */
    readonly owners: readonly string[];
  };
}

/** Whether the RTG folio that a command names exists; of no meaning where it names none. */
interface RtgFact {
  readonly rtgKnown: boolean;
}

/** Why a restricted account refuses a command (`account.restricted.rule`); undefined when it does not. */
interface RestrictionFact {
  readonly restriction: Problem | undefined;
}

/** Body of a creation. */
export interface FolioInput extends FolioSettings {
  /** Must equal the account number of the path. */
  readonly accountNumber: string;
  readonly prepackagedFolioId: string | null;
}

/** A new folio with the next number. */
export interface CreateFolio {
  readonly type: 'CreateFolio';
  readonly accountNumber: string;
  readonly input: FolioInput;
  readonly facts: AccountFact & RtgFact;
}

/** Body of `PUT …/folios/{f}` ([folio.update]): what is left out stays, `benchmark: null` takes it away. */
export interface FolioChanges extends Partial<FolioSettings> {
  /** `C` closes; the present status changes nothing. */
  readonly folioStatus?: OpenOrClosed;
  /** Optional; must equal those of the path. */
  readonly accountNumber?: string;
  readonly folioNumber?: string;
  /** May be repeated as they were read, but not changed. */
  readonly prepackagedFolioId?: string | null;
  readonly modelOid?: string | null;
  readonly rtgOid?: string | null;
}

/** Every command on an existing folio names account and full folio number as the path has them. */
interface OnFolio extends OfFolio {
  /** Revision the folio must have, header `If-Match`: the folio's own, not that of the stream. */
  readonly expectedRevision?: ExpectedRevision | undefined;
}

/** Change of settings, closing, or both at once. */
export interface UpdateFolio extends OnFolio {
  readonly type: 'UpdateFolio';
  readonly changes: FolioChanges;
  readonly facts: AccountFact;
}

/** [folio.weights] */
export interface SetTargetWeights extends OnFolio {
  readonly type: 'SetTargetWeights';
  /** No ticker twice. */
  readonly targetWeights: readonly TargetWeight[];
  readonly facts: RestrictionFact;
}

/** Holding of one security as the back office reports it. */
export interface ReportedPosition {
  readonly ticker: string;
  readonly shareQuantity: Quantity;
}

/** Back office: the positions of a folio ([back-office.positions]). */
export interface SetPositions extends OnFolio {
  readonly type: 'SetPositions';
  /** No ticker twice. */
  readonly positions: readonly ReportedPosition[];
}

/** [rtg.subscribe]: the folio follows an RTG folio model from now on. */
export interface SubscribeToRtg extends OnFolio {
  readonly type: 'SubscribeToRtg';
  readonly input: {
    /** Must equal the folio number of the path. */
    readonly folioNumber: string;
    readonly prePackagedFolioOid: string;
  };
  readonly facts: RtgFact & RestrictionFact;
}

/** What may be asked of the folios of an account. */
export type FolioCommand =
  CreateFolio | UpdateFolio | SetTargetWeights | SetPositions | SubscribeToRtg;

const OID_DIGITS = 15;
/** Decimals of a target weight that are shown at least. */
const SHOWN_DECIMALS = 2;
const SETTINGS = ['folioName', 'dividendReinvest', 'dividendPayToAccount', 'benchmark'] as const;

type Found = NonNullable<ReturnType<typeof findFolio>>;

function create(
  { accountNumber, input, facts }: CreateFolio,
  book: FolioBook,
  { ids }: DecisionContext,
): Decision<FolioEvent> {
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
}

function present(
  { accountNumber, folioNumber, expectedRevision }: Exclude<FolioCommand, CreateFolio>,
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

/** Problems of fields that an update would change and must not. */
export function fixedProblems(
  { prepackagedFolioId, rtgOid }: FolioState,
  sent: FolioChanges,
): Problem[] {
  const present = { prepackagedFolioId, modelOid: null, rtgOid };
  return (['prepackagedFolioId', 'modelOid', 'rtgOid'] as const)
    .filter((field) => sent[field] !== undefined && sent[field] !== present[field])
    .map((field) => fieldProblem(field, FieldCode.NotUpdatable));
}

function update(command: UpdateFolio, book: FolioBook): Decision<FolioEvent> {
  const { accountNumber, folioNumber, changes, facts } = command;
  const found = present(command, book);
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
  if (closes && folio.positions.length > 0) {
    const message = 'The folio still has positions.';
    problems.push(folioRules.broken('folio.positions.rule', message, 'folioStatus'));
  }
  if (problems.length > 0) return refuse(...problems);

  const events: FolioEvent[] = [];
  if (changesSettings) {
    const { folioName, ...others } = settings;
    const named = folioName === undefined ? {} : { folioName, owners: facts.account.owners };
    const data = { accountNumber, folioNumber, ...named, changes: others };
    events.push({ type: 'folio.FolioUpdated', data });
  }
  if (closes) events.push({ type: 'folio.FolioClosed', data: { accountNumber, folioNumber } });
  return events;
}

/** Why a folio follows no model and takes no target weights, if anything: what it is, or that its account is restricted. */
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

/** What breaks the rule of a total of exactly 100.00, if anything. The empty list does. */
export function totalProblem(weights: readonly TargetWeight[]): Problem | undefined {
  const total = weights.reduce((sum, { targetWeight }) => sum.plus(targetWeight), new Decimal(0));
  if (total.equals(100)) return undefined;
  const message = `The target weights add up to ${total.toFixed()}, not to 100.00.`;
  return folioRules.broken('folio.target.weights.total.rule', message);
}

/** Target weights in the form they are kept in: the order sent, two decimals at least. */
export function canonicalWeights(weights: readonly TargetWeight[]): TargetWeight[] {
  return weights.map(({ ticker, targetWeight }) => {
    const weight = new Decimal(targetWeight);
    const decimals = Math.max(SHOWN_DECIMALS, weight.decimalPlaces());
    return { ticker, targetWeight: weight.toFixed(decimals) };
  });
}

function setTargetWeights(command: SetTargetWeights, book: FolioBook): Decision<FolioEvent> {
  const { accountNumber, folioNumber, facts, targetWeights } = command;
  const found = present(command, book);
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
}

/** Positions in the form they are kept in: in order of ticker, so that the order of the feed makes no change. */
function canonicalPositions(positions: readonly ReportedPosition[]): Position[] {
  return positions
    .map(({ ticker, shareQuantity }) => ({ ticker, shareQuantity: shareQuantity.toString() }))
    .sort((a, b) => (a.ticker < b.ticker ? -1 : 1));
}

/** A closed folio takes them too: an order that was open when it closed may have been filled since. */
function setPositions(command: SetPositions, book: FolioBook): Decision<FolioEvent> {
  const { accountNumber, folioNumber } = command;
  const found = present(command, book);
  if (isRefusal(found)) return found;
  const positions = canonicalPositions(command.positions);
  if (equalJson(positions, found.folio.positions)) return [];
  return [{ type: 'folio.PositionsSet', data: { accountNumber, folioNumber, positions } }];
}

function subscribeToRtg(command: SubscribeToRtg, book: FolioBook): Decision<FolioEvent> {
  const { accountNumber, folioNumber, facts, input } = command;
  const found = present(command, book);
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
}

function decide(
  command: FolioCommand,
  book: FolioBook,
  context: DecisionContext,
): Decision<FolioEvent> {
  switch (command.type) {
    case 'CreateFolio':
      return create(command, book, context);
    case 'UpdateFolio':
      return update(command, book);
    case 'SetTargetWeights':
      return setTargetWeights(command, book);
    case 'SetPositions':
      return setPositions(command, book);
    case 'SubscribeToRtg':
      return subscribeToRtg(command, book);
  }
}

/**
 * All folios of one account, stream `folios-{accountNumber}`.
 * One stream for all of them, so that two creations at the same time can't take the same number.
 */
export const folioBook: Decider<FolioBook, FolioCommand, FolioEvent> = {
  category: 'folios',
  initial: emptyBook,
  decide,
  evolve,
};

import {
  type Decider,
  type Decision,
  type DecisionContext,
  equalJson,
  FieldCode,
  fieldProblem,
  InputReader,
  isAsExpected,
  isRefusal,
  notFound,
  preconditionFailed,
  type Problem,
  type Refusal,
  refuse,
  ruleProblem,
} from '#libs/platform/kernel';
import type {
  CreateFolio,
  FolioCommand,
  SetPositions,
  SetTargetWeights,
  SubscribeToRtg,
  UpdateFolio,
} from './folio-book.commands.js';
import type { FolioEvent } from './folio-book.events.js';
import {
  emptyBook,
  evolve,
  findFolio,
  type FolioBook,
  nextFolioNumber,
} from './folio-book.state.js';
import { isReserved, LAST_SEQUENCE } from './folio-number.js';
import {
  changedSettings,
  checkFolioSettings,
  checkUnchanged,
  normaliseSettings,
} from './folio-settings.js';
import { checkPositions, checkTargetWeights } from './holdings.js';

/** Rules of this context, as `errorCode`s of VALIDATION_RULE. */
export const FolioRule = {
  NumberExhausted: 'folio.number.exhausted.rule',
  InvalidRtg: 'folio.invalid.rtg',
  Positions: 'folio.positions.rule',
  WeightsTotal: 'folio.target.weights.total.rule',
  /** Something 01 Cash and 02 Non-Folio Holdings can't do. */
  Reserved: 'folio.reserved.rule',
  /** A closed folio stays as it is, but for what the back office knows it to hold. */
  Closed: 'folio.closed.rule',
} as const;

const OID_DIGITS = 15;

const closed = (): Problem => ruleProblem(FolioRule.Closed, 'The folio is closed.');
const unknownRtg = (field: string): Problem =>
  ruleProblem(FolioRule.InvalidRtg, 'There is no such RTG folio.', field);

function create(
  { accountNumber, input, facts, problems: known = [] }: CreateFolio,
  book: FolioBook,
  { ids }: DecisionContext,
): Decision<FolioEvent> {
  if (!facts.account) return notFound();
  const reader = new InputReader(known);
  for (const field of ['folioName', 'accountNumber', 'dividendReinvest'] as const) {
    reader.present(field, input[field]);
  }
  const { problems } = reader;
  const settings = normaliseSettings({
    folioName: input.folioName ?? undefined,
    dividendReinvest: input.dividendReinvest ?? false,
    dividendPayToAccount: input.dividendPayToAccount ?? true,
    benchmark: input.benchmark ?? null,
  });
  const { folioName } = settings;
  const prepackagedFolioId = input.prepackagedFolioId ?? null;
  problems.push(...checkFolioSettings(settings));
  reader.matches('accountNumber', input.accountNumber, accountNumber);
  if (prepackagedFolioId !== null && !facts.rtgKnown) {
    problems.push(unknownRtg('prepackagedFolioId'));
  }
  if (book.nextSequence > LAST_SEQUENCE) {
    problems.push(
      ruleProblem(FolioRule.NumberExhausted, 'The account has used all folio numbers up to 99.'),
    );
  }
  if (problems.length > 0 || folioName === undefined) return refuse(...problems);
  const data = {
    accountNumber,
    folioNumber: nextFolioNumber(book, accountNumber),
    firmId: facts.account.firmId,
    owners: facts.account.owners,
    folioOid: ids.digits(OID_DIGITS),
    ...settings,
    folioName,
    prepackagedFolioId,
  };
  return [{ type: 'folio.FolioCreated', data }];
}

/** The folio of the path, when the caller may see it and it is the one the caller has read. */
function present(
  command: Exclude<FolioCommand, CreateFolio>,
  book: FolioBook,
): NonNullable<ReturnType<typeof findFolio>> | Refusal {
  const { accountNumber, folioNumber, facts, expectedRevision } = command;
  const found = facts.account && findFolio(book, accountNumber, folioNumber);
  if (!found) return notFound();
  return isAsExpected(expectedRevision, found.folio.revision) ? found : preconditionFailed();
}

function update(command: UpdateFolio, book: FolioBook): Decision<FolioEvent> {
  const { accountNumber, folioNumber, changes, facts, problems: known = [] } = command;
  const found = present(command, book);
  if (isRefusal(found)) return found;
  const { folio, sequence } = found;
  const settings = changedSettings(folio, changes);
  const reader = new InputReader(known);
  const { problems } = reader;
  problems.push(...checkFolioSettings(settings), ...checkUnchanged(folio, changes));
  const { folioStatus = folio.folioStatus } = changes;
  reader.matches('accountNumber', changes.accountNumber, accountNumber);
  reader.matches('folioNumber', changes.folioNumber, folioNumber);
  if (folioStatus !== 'O' && folioStatus !== 'C') {
    problems.push(fieldProblem('folioStatus', FieldCode.Choice, 'A folio is O or C.'));
  }
  const closes = folioStatus === 'C' && folio.folioStatus === 'O';
  const changesSettings = Object.keys(settings).length > 0;
  if (folio.folioStatus === 'C' && (changesSettings || folioStatus === 'O'))
    problems.push(closed());
  if (isReserved(sequence) && (closes || settings.folioName !== undefined)) {
    problems.push(
      ruleProblem(FolioRule.Reserved, 'Folios 01 and 02 keep their name and stay open.'),
    );
  }
  if (closes && folio.positions.length > 0) {
    problems.push(
      ruleProblem(FolioRule.Positions, 'The folio still has positions.', 'folioStatus'),
    );
  }
  if (problems.length > 0) return refuse(...problems);

  const events: FolioEvent[] = [];
  if (changesSettings) {
    const { folioName, ...others } = settings;
    const named = folioName === undefined ? {} : { folioName, owners: facts.account?.owners ?? [] };
    const data = { accountNumber, folioNumber, ...named, changes: others };
    events.push({ type: 'folio.FolioUpdated', data });
  }
  if (closes) events.push({ type: 'folio.FolioClosed', data: { accountNumber, folioNumber } });
  return events;
}

function setTargetWeights(command: SetTargetWeights, book: FolioBook): Decision<FolioEvent> {
  const { accountNumber, folioNumber, facts } = command;
  const found = present(command, book);
  if (isRefusal(found)) return found;
  const { items, problems } = checkTargetWeights(command.targetWeights, FolioRule.WeightsTotal, {
    known: command.problems,
  });
  if (facts.restriction) problems.push(facts.restriction);
  if (isReserved(found.sequence)) {
    problems.push(ruleProblem(FolioRule.Reserved, 'Folios 01 and 02 have no target weights.'));
  }
  if (found.folio.folioStatus === 'C') problems.push(closed());
  if (problems.length > 0) return refuse(...problems);
  if (equalJson(items, found.folio.targetWeights)) return [];
  const weights = items.map(({ ticker, targetWeight }) => [ticker, targetWeight] as const);
  const data = { accountNumber, folioNumber, weights };
  return [{ type: 'folio.TargetWeightsSet', data }];
}

/** A closed folio takes them too: an order that was open when it closed may have been filled since. */
function setPositions(command: SetPositions, book: FolioBook): Decision<FolioEvent> {
  const { accountNumber, folioNumber } = command;
  const found = present(command, book);
  if (isRefusal(found)) return found;
  const { items, problems } = checkPositions(command.positions, { known: command.problems });
  if (problems.length > 0) return refuse(...problems);
  if (equalJson(items, found.folio.positions)) return [];
  return [{ type: 'folio.PositionsSet', data: { accountNumber, folioNumber, positions: items } }];
}

function subscribeToRtg(command: SubscribeToRtg, book: FolioBook): Decision<FolioEvent> {
  const { accountNumber, folioNumber, facts, input } = command;
  const found = present(command, book);
  if (isRefusal(found)) return found;
  const { folio, sequence } = found;
  const rtgOid = input.prePackagedFolioOid;
  const reader = new InputReader(command.problems);
  const { problems } = reader;
  reader.present('folioNumber', input.folioNumber);
  const named = reader.present('prePackagedFolioOid', rtgOid);
  reader.matches('folioNumber', input.folioNumber, folioNumber);
  if (named && !facts.rtgKnown) problems.push(unknownRtg('prePackagedFolioOid'));
  if (facts.restriction) problems.push(facts.restriction);
  if (isReserved(sequence)) {
    problems.push(ruleProblem(FolioRule.Reserved, 'Folios 01 and 02 follow no RTG folio.'));
  }
  if (folio.folioStatus === 'C') problems.push(closed());
  if (problems.length > 0 || !named) return refuse(...problems);
  if (rtgOid === folio.rtgOid) return [];
  const data = { accountNumber, folioNumber, rtgOid, previousRtgOid: folio.rtgOid };
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

import {
  type Decider,
  type Decision,
  type DecisionContext,
  equalJson,
  isAsExpected,
  isRefusal,
  notFound,
  pathMismatches,
  preconditionFailed,
  type Problem,
  type Refusal,
  refuse,
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
import { isReserved } from './folio-number.js';
import { folioRules } from './folio-rules.js';
import { changedSettings, fixedProblems } from './folio-settings.js';
import { canonicalPositions, canonicalWeights, totalProblem } from './holdings.js';

const OID_DIGITS = 15;

function create(
  { accountNumber, input, facts }: CreateFolio,
  book: FolioBook,
  { ids }: DecisionContext,
): Decision<FolioEvent> {
  if (!facts.account) return notFound();
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
    const named = folioName === undefined ? {} : { folioName, owners: facts.account?.owners ?? [] };
    const data = { accountNumber, folioNumber, ...named, changes: others };
    events.push({ type: 'folio.FolioUpdated', data });
  }
  if (closes) events.push({ type: 'folio.FolioClosed', data: { accountNumber, folioNumber } });
  return events;
}

/** Why a folio follows no model and takes no target weights, if anything: what it is, or that its account is restricted. */
function obstacles(
  { folio, sequence }: NonNullable<ReturnType<typeof findFolio>>,
  restriction: Problem | undefined,
  reserved: string,
): Problem[] {
  return [
    ...(restriction ? [restriction] : []),
    ...(isReserved(sequence) ? [folioRules.broken('folio.reserved.rule', reserved)] : []),
    ...(folio.folioStatus === 'C' ? [folioRules.broken('folio.closed.rule')] : []),
  ];
}

function setTargetWeights(command: SetTargetWeights, book: FolioBook): Decision<FolioEvent> {
  const { accountNumber, folioNumber, facts, targetWeights } = command;
  const found = present(command, book);
  if (isRefusal(found)) return found;
  const total = totalProblem(targetWeights);
  const problems = [
    ...(total ? [total] : []),
    ...obstacles(found, facts.restriction, 'Folios 01 and 02 have no target weights.'),
  ];
  if (problems.length > 0) return refuse(...problems);
  const items = canonicalWeights(targetWeights);
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

import { account, closedProblem, ownersOf } from '#libs/contexts/accounts';
import {
  findFolio,
  folioBook,
  folioDocuments,
  isReserved,
  ReservedFolio,
} from '#libs/contexts/folios';
import type { AggregateStore } from '#libs/platform/event-store';
import { isAccountNumber, notFound, RefusedException } from '#libs/platform/kernel';
import type { ReadModels } from '#libs/platform/read-models';
import type { OrderFacts, RecordOrder } from './order-state.js';

const KIND_OF_RESERVED: ReadonlyMap<string, OrderFacts['folio']['kind']> = new Map([
  [ReservedFolio.Cash, 'cash'],
  [ReservedFolio.NonFolioHoldings, 'nonFolio'],
]);

/**
 * Reads account and folio of an order from the log.
 * @throws RefusedException 404 if either does not exist
 */
export async function orderFacts(
  aggregates: AggregateStore,
  readModels: ReadModels,
  { accountNumber, folioNumber }: { readonly accountNumber: string; readonly folioNumber: string },
): Promise<RecordOrder['facts']> {
  if (!isAccountNumber(accountNumber)) throw new RefusedException(notFound());
  const [{ state }, book] = await Promise.all([
    aggregates.load(account, accountNumber),
    aggregates.load(folioBook, accountNumber),
  ]);
  const found = findFolio(book.state, accountNumber, folioNumber);
  if (!state.opened || !found) throw new RefusedException(notFound());
  const { firmId, accountType, details } = state;
  const { sequence, folio } = found;
  const { defaultTaxLotSelection } = details;
  if (defaultTaxLotSelection === undefined)
    throw new Error(`account ${accountNumber} has no tax lot method`);
  // the firm rep signs for a corporate account
  const signers = state.requiredSigners.map(({ loginId }) => loginId);
  const owners = [...new Set([...ownersOf(state), ...signers])];
  // the folio's own id is only in its document
  const document = isReserved(sequence)
    ? { folioOid: folioNumber }
    : await readModels.of(folioDocuments).get(folioNumber, book.position);
  if (!document) throw new Error(`folio ${folioNumber} has no document`);
  return {
    account: { firmId, accountType, owners, defaultTaxLotSelection },
    folio: {
      folioOid: document.folioOid,
      kind: KIND_OF_RESERVED.get(sequence) ?? 'folio',
      open: folio.folioStatus === 'O',
      positions: folio.positions,
    },
    closed: closedProblem(state),
  };
}

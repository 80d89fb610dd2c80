import {
  account,
  ChecksClosing,
  type ClosingCheck,
  closedProblem,
  ownersOf,
} from '#libs/contexts/accounts';
import { isAccountNumber } from '#libs/contexts/codes';
import {
  findFolio,
  folioBook,
  type FolioDocument,
  folioDocuments,
  FOLIOS_OF_ACCOUNT,
  isReserved,
  ReservedFolio,
} from '#libs/contexts/folios';
import type { AggregateStore } from '#libs/platform/event-store';
import {
  Decimal,
  decimalOf,
  notFound,
  type ReadPoint,
  RefusedException,
} from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { type OrderDocument, orderDocuments, OrderIndex } from './order.document.js';
import { isOpen, type OrderFacts, type RecordOrder } from './order-state.js';
import type { Order, SecurityOrder } from './order.events.js';

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

/**
 * What was bought in a folio without positions, and not sold again, since its positions last changed: they are still to be reported, and
 * a closed account takes none. A private placement has no ticker, and so no positions; what is reported of the past of a closed folio has
 * none any more.
 */
@ChecksClosing()
export class FillsUnreported implements ClosingCheck {
  readonly ofFolios = true;

  constructor(private readonly readModels: ReadModels) {}

  async obstacles(ids: readonly string[], point: ReadPoint): Promise<readonly string[]> {
    const filled = await this.#filled(ids, point, ({ folioStatus }) => folioStatus === 'O');
    return filled.map(sharesUnreported);
  }

  /** What an order keeps its account and folio from being closed for, with everything up to a position. */
  async ofOrder({ accountNumber, folioNumber, folioOrderOid: oid }: Order, position: bigint) {
    const filled = await this.#filled([accountNumber, folioNumber], position, () => true);
    return filled.filter(({ folioOrderOid }) => folioOrderOid === oid).map(sharesUnreported)[0];
  }

  async #filled(
    ids: readonly string[],
    point: ReadPoint,
    counts: (folio: FolioDocument) => boolean,
  ): Promise<readonly OrderDocument[]> {
    const reportedAt = new Map<string, bigint>();
    const ofFolios = { index: FOLIOS_OF_ACCOUNT, equals: ids };
    for await (const folio of this.readModels.of(folioDocuments).each(ofFolios, point)) {
      const { folioNumber, positions, positionsAt = '-1' } = folio;
      if (positions.length === 0 && counts(folio)) reportedAt.set(folioNumber, BigInt(positionsAt));
    }
    const filled: OrderDocument[] = [];
    const held = new Map<string, Decimal>();
    const ofOrders = { index: OrderIndex.Folio, equals: ids };
    for await (const order of this.readModels.of(orderDocuments).each(ofOrders, point)) {
      const reported = reportedAt.get(order.folioNumber);
      if (reported === undefined || BigInt(order.filledAt ?? -1) <= reported) continue;
      filled.push(order);
      for (const one of order.securityOrders) {
        const key = holding(order, one);
        const shares = decimalOf(one.filledShareAmount);
        const before = held.get(key) ?? new Decimal(0);
        held.set(key, one.side === '1' ? before.plus(shares) : before.minus(shares));
      }
    }
    return filled.filter(
      (order) =>
        !isOpen(order.state) &&
        order.securityOrders.some(
          (one) => hasBought(one) && held.get(holding(order, one))?.greaterThan(0),
        ),
    );
  }
}

function sharesUnreported({ folioOrderOid }: OrderDocument): string {
  return `The shares bought by order ${folioOrderOid} are in no report of positions yet.`;
}

const holding = ({ folioNumber }: OrderDocument, { ticker }: SecurityOrder): string =>
  `${folioNumber} ${ticker}`;

/** Whether it bought shares that positions are reported of. */
function hasBought({ ticker, side, filledShareAmount }: SecurityOrder): boolean {
  return ticker !== null && side === '1' && !decimalOf(filledShareAmount).isZero();
}

import { Injectable } from '@nestjs/common';
import { account, type AccountCaller, mayDo } from '#libs/contexts/accounts';
import {
  findFolio,
  folioBook,
  folioDocuments,
  isReserved,
  ReservedFolio,
} from '#libs/contexts/folios';
import { memberDecider, memberDocuments } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import { isAccountNumber, isLoginId, isOid, type PastPoint } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { isAt } from './domain/cancelling.js';
import { folioOrder } from './domain/order.js';
import type { OrderFacts } from './domain/order.commands.js';
import type { Order } from './domain/order.events.js';

/** What orders have to know of other streams, as the log has it at the time of the call. */
@Injectable()
export class OrderSurroundings {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly readModels: ReadModels,
  ) {}

  /** Account and folio of an order; undefined when one of them is not there. */
  async facts(accountNumber: string, folioNumber: string): Promise<OrderFacts | undefined> {
    if (!isAccountNumber(accountNumber)) return undefined;
    const [{ state }, book] = await Promise.all([
      this.aggregates.load(account, accountNumber),
      this.aggregates.load(folioBook, accountNumber),
    ]);
    const found = findFolio(book.state, accountNumber, folioNumber);
    if (!state.opened || !found) return undefined;
    const { firmId, accountType, primaryAccountOwner, jointOwners, details } = state;
    const { sequence, folio } = found;
    const { defaultTaxLotSelection } = details;
    if (defaultTaxLotSelection === undefined) throw new Error('an account without tax lot method');
    return {
      account: {
        firmId,
        accountType,
        owners: [...new Set([primaryAccountOwner, ...jointOwners])],
        defaultTaxLotSelection,
      },
      folio: {
        folioOid: isReserved(sequence)
          ? folioNumber
          : await this.#folioOid(folioNumber, book.position),
        kind:
          sequence === ReservedFolio.Cash
            ? 'cash'
            : sequence === ReservedFolio.NonFolioHoldings
              ? 'nonFolio'
              : 'folio',
        open: folio.folioStatus === 'O',
        positions: folio.positions,
      },
    };
  }

  /** memberOid of a login id; null when no member has it. */
  async memberOid(loginId: string | undefined): Promise<string | null> {
    return (await this.member(loginId))?.memberOid ?? null;
  }

  /**
   * The member with a login id; undefined when there is none. What is answered of it never changes.
   * @param past told when the member was not there yet
   */
  async member(
    loginId: string | undefined,
    past?: PastPoint,
  ): Promise<
    | {
        readonly loginId: string;
        readonly memberOid: string;
        readonly firmId: string;
        readonly advisorLoginId: string | undefined;
      }
    | undefined
  > {
    if (loginId === undefined || !isLoginId(loginId)) return undefined;
    const { state } = await this.aggregates.load(memberDecider, loginId);
    if (!state.member) return undefined;
    if (past) await this.readModels.of(memberDocuments).shown(loginId, past);
    const { memberOid, firmOid, advisorLoginId } = state.member;
    return { loginId, memberOid, firmId: firmOid, advisorLoginId };
  }

  /** The accounts among these whose orders the caller may read, by the permissions of now ([permission.codes]). */
  async readable(
    accountNumbers: Iterable<string>,
    caller: AccountCaller,
  ): Promise<ReadonlySet<string>> {
    const readable = new Set<string>();
    for (const accountNumber of new Set(accountNumbers)) {
      const { state } = await this.aggregates.load(account, accountNumber);
      if (state.opened && mayDo('details', state, caller) === 'ok') readable.add(accountNumber);
    }
    return readable;
  }

  /** An order of this account and folio; undefined when there is none. */
  async order(
    accountNumber: string,
    folioNumber: string,
    folioOrderOid: string,
  ): Promise<Order | undefined> {
    if (!isOid(folioOrderOid)) return undefined;
    const { state } = await this.aggregates.load(folioOrder, folioOrderOid);
    return isAt(state, { accountNumber, folioNumber }) ? state : undefined;
  }

  /** The folio's own id, which only its document has; the document includes everything up to `position`. */
  async #folioOid(folioNumber: string, position: bigint): Promise<string> {
    const folio = await this.readModels.of(folioDocuments).get(folioNumber, position);
    if (!folio) throw new Error('a folio without a document');
    return folio.folioOid;
  }
}

import { Controller, Get, Param, Query } from '@nestjs/common';
import { account, type AccountCaller, mayDo } from '#libs/contexts/accounts';
import { ActingPersons } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Context,
  Describes,
  Fields,
  FieldsOf,
  listAnswer,
  type RequestContext,
  throwIfProblems,
} from '#libs/platform/http';
import { add24Hours } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { ForRoles } from '#libs/platform/service';
import {
  FROM_OPEN,
  orderDocuments,
  OrderIndex,
  toOrderResponse,
} from '../read-models/order.document.js';
import { MemberOrdersQuery, OrderResponse } from './order.dto.js';

/** Days, of 24 hours each, that closed orders stay listed ([order.window]). */
const LISTED_DAYS = 10;

/** The orders of a member ([order.of-member]). */
@Controller('restapi/members/:loginid/orders')
export class MemberOrdersController {
  constructor(
    private readonly readModels: ReadModels,
    private readonly aggregates: AggregateStore,
    private readonly persons: ActingPersons,
  ) {}

  /**
   * Orders of all accounts the member owns or co-owns: open ones first, then the ones closed in the last 10 × 24 hours, each
   * latest modified first. Callers see only those of accounts whose details they may read.
   */
  @Get()
  @ForRoles('client', 'auditor')
  @Describes('Get all folio orders for a member', { shape: OrderResponse, list: true })
  async list(
    @Param('loginid') loginId: string,
    @Context() context: RequestContext,
    @Query(FieldsOf(MemberOrdersQuery)) { value, problems }: Fields<MemberOrdersQuery>,
  ) {
    const { consistency, now } = context;
    const { firmOid } = await this.persons.member('read', loginId, context);
    throwIfProblems(problems);
    const from = value.openOnly ? FROM_OPEN : add24Hours(now, -LISTED_DAYS);
    const selection = {
      index: OrderIndex.Owner,
      equals: [firmOid, loginId],
      range: { from },
      order: 'descending',
    } as const;
    const page = this.readModels.of(orderDocuments).pages(selection, consistency);
    return listAnswer(value, {
      page: async (wanted) => {
        const { items, ...more } = await page(wanted);
        const accounts = new Set(items.map(({ accountNumber }) => accountNumber));
        const readable = await this.#readable(accounts, context.caller);
        const marked = items.map((order) => ({ order, keep: readable.has(order.accountNumber) }));
        return { ...more, items: marked };
      },
      keep: ({ keep }) => keep,
      show: ({ order }) => toOrderResponse(order),
    });
  }

  /** Filters accounts whose orders the caller may currently read ([permission.codes]). */
  async #readable(accountNumbers: ReadonlySet<string>, caller: AccountCaller) {
    const readable = new Set<string>();
    for (const accountNumber of accountNumbers) {
      const { state } = await this.aggregates.load(account, accountNumber);
      if (state.opened && mayDo('details', state, caller) === 'ok') readable.add(accountNumber);
    }
    return readable;
  }
}

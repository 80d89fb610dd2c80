import type { QueryBus } from '@nestjs/cqrs';
import type { ReadPoint } from '#libs/platform/kernel';
import type { FindOptions } from '#libs/platform/read-models';
import { DocumentsBy } from '#libs/platform/service';
import { type OrderDocument, orderDocuments } from './documents/order.document.js';

const PAGE = 500;

/** All orders of a selection, the last of its index first; one query for each {@link PAGE}. */
export async function everyOrder(
  queries: QueryBus,
  selection: Pick<FindOptions, 'index' | 'equals' | 'range'>,
  point: ReadPoint | undefined,
): Promise<readonly OrderDocument[]> {
  const orders: OrderDocument[] = [];
  let after: string | undefined;
  do {
    const page = await queries.execute(
      new DocumentsBy(
        orderDocuments,
        {
          ...selection,
          order: 'descending',
          limit: PAGE,
          ...(after !== undefined && { after }),
        },
        point,
      ),
    );
    orders.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return orders;
}

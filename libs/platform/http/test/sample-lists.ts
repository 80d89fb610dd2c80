import { Controller, Get, Module, Query } from '@nestjs/common';
import {
  Allows,
  type Response,
  Bool,
  Describes,
  Int,
  listAnswer,
  pagesOf,
  PageQuery,
  Text,
} from '../src/index.js';
import type { Page } from '#libs/platform/read-models';
import type { List, WantedPage } from '../src/index.js';

/** An item of the lists, about 4 KB. */
export interface Item {
  readonly id: number;
  readonly text: string;
}

const TEXT = 'x'.repeat(4_000);

/** The store of the lists, with statistics. */
export const source = {
  items: 0,
  /** Pages read. */
  pages: 0,
  /** Bytes of their items. */
  bytes: 0,
  /** The first item, unless garbage-collected. */
  first: undefined as WeakRef<Item> | undefined,
  /** Reading past this item fails. */
  failsAfter: Infinity,
};

/** Approximate bytes of an item. */
export const ITEM_BYTES = TEXT.length;

/** Returns the items of a list, as a store would. */
export function itemsOf(count: number): readonly Item[] {
  return Array.from({ length: count }, (_, id) => ({ id, text: TEXT }));
}

function page({ limit, maxBytes, after }: WantedPage): Promise<Page<Item>> {
  source.pages += 1;
  const start = after === undefined ? 0 : Number(after);
  if (start > source.failsAfter) return Promise.reject(new Error('the disk is gone'));
  const size = Math.min(limit, Math.max(1, Math.ceil(maxBytes / TEXT.length)));
  const end = Math.min(start + size, source.items);
  const items = Array.from({ length: end - start }, (_, at) => ({ id: start + at, text: TEXT }));
  source.bytes += items.length * ITEM_BYTES;
  if (start === 0 && items[0] !== undefined) source.first = new WeakRef(items[0]);
  return Promise.resolve(end < source.items ? { items, next: String(end) } : { items });
}

class ListQuery extends PageQuery {
  @Bool() odd?: boolean;
}

class ItemResponse {
  @Int() id!: number;
  @Text() text!: string;
}

@Controller('lists')
class ListController {
  @Get('whole')
  @Allows({ roles: ['client'] })
  @Describes('A list without a default page size', { shape: ItemResponse, list: true })
  whole(@Query() query: ListQuery): Promise<Response<readonly ItemResponse[]>> {
    const list: List<Item> = { page, show: (item) => item };
    if (query.odd !== true) return listAnswer(query, list);
    return listAnswer(query, { ...list, keep: ({ id }) => id % 2 === 1 });
  }

  @Get('paged')
  @Allows({ roles: ['client'] })
  @Describes('A list with a default page size', { shape: ItemResponse, list: true, pages: 3 })
  paged(@Query() query: PageQuery): Promise<Response<readonly ItemResponse[]>> {
    return listAnswer(query, { page, defaultLimit: 3 });
  }

  @Get('array')
  @Allows({ roles: ['client'] })
  @Describes('A list in memory', { shape: ItemResponse, list: true })
  array(@Query() query: PageQuery): Promise<Response<readonly ItemResponse[]>> {
    const list = { page: pagesOf(itemsOf(source.items), ({ id }) => String(id)) };
    return listAnswer(query, list, { revision: 4 });
  }
}

@Module({ controllers: [ListController] })
export class ListsModule {}

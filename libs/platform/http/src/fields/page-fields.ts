import { Code } from './code-fields.js';
import { Text } from './text-fields.js';
import { Int } from './value-fields.js';

/** Most items of a page that is asked for. */
export const MOST_ITEMS = 1_000;

/** Longest cursor: one that goes on in several lists at once has a place for each. */
const MAX_CURSOR = 4096;

/** Query of every list. */
export class PageQuery {
  @Int({
    min: 1,
    max: MOST_ITEMS,
    description:
      'Maximum number of items per page; fewer when items are large. A Link header has the next page',
    example: 100,
  })
  limit?: number;

  @Text({
    max: MAX_CURSOR,
    description: 'Where to continue: from the Link header of the previous page',
    example: 'WyJSQTFCMkMzRDRFIl0',
  })
  cursor?: string;
}

/** What a list is in the order of: a name, with a hyphen before it where the list descends. */
export type Sort<Name extends string> = Name | `-${Name}`;

/** Field `sort` of the query of a list ([lists.sort]). */
export function SortBy(names: readonly string[], usual: Sort<string>): PropertyDecorator {
  return Code(
    names.flatMap((name) => [name, `-${name}`]),
    {
      description: `What the list is sorted by, with a hyphen before it from the last on. Default ${usual}`,
    },
  );
}

/** What `sort` says, as a selection has it. */
export function sortOf<Name extends string>(sort: Sort<Name>) {
  const descends = sort.startsWith('-');
  return {
    by: (descends ? sort.slice(1) : sort) as Name,
    order: descends ? 'descending' : 'ascending',
  } as const;
}

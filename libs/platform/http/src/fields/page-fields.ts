import { CURSOR_FORM } from '../problems.js';
import { Code } from './code-fields.js';
import { Text } from './text-fields.js';
import { Int } from './value-fields.js';

/** Largest page that may be requested. */
export const MAX_PAGE_SIZE = 1_000;

/** Longest cursor. One over several lists holds a position in each. */
const MAX_CURSOR = 4096;

/** Query parameters of every list. */
export class PageQuery {
  @Int(
    'Maximum number of items per page; a page of large items has fewer. The Link header has the next page',
    { min: 1, max: MAX_PAGE_SIZE, example: 100 },
  )
  limit?: number;

  @Text('Where to continue; from the Link header of the previous page', {
    max: MAX_CURSOR,
    pattern: /^[A-Za-z0-9_-]+$/,
    hint: CURSOR_FORM,
    example: 'WyJSQTFCMkMzRDRFIl0',
  })
  cursor?: string;
}

/** Sort key of a list; a leading hyphen means descending. */
export type Sort<Name extends string> = Name | `-${Name}`;

/** The query parameter `sort` of a list ([lists.sort]). */
export function SortBy(names: readonly string[], usual: Sort<string>): PropertyDecorator {
  return Code(
    names.flatMap((name) => [name, `-${name}`]),
    `Sort key; a leading hyphen sorts in descending order. Default ${usual}`,
  );
}

/** Converts `sort` to the order of a selection. */
export function sortOf<Name extends string>(sort: Sort<Name>) {
  const descends = sort.startsWith('-');
  return {
    by: (descends ? sort.slice(1) : sort) as Name,
    order: descends ? 'descending' : 'ascending',
  } as const;
}

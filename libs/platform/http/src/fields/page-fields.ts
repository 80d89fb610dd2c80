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

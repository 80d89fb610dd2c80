import { Text } from './text-fields.js';
import { Int } from './value-fields.js';

/** Longest cursor: one that goes on in several lists at once has a place for each. */
const MAX_CURSOR = 4096;

/** How many entries a page of a list has. @param usual when nobody says how many; default as many as there may be */
export function PageLimit(most: number, usual = most): PropertyDecorator {
  const description =
    usual === most ? `At most ${most}, which is the default` : `At most ${most}; default ${usual}`;
  return Int({ min: 1, max: most, description, example: Math.min(usual, 100) });
}

/** Where a list goes on. */
export function PageCursor(): PropertyDecorator {
  return Text({
    max: MAX_CURSOR,
    description: 'Where to go on: from the Link header of the page before',
    example: 'WyJSQTFCMkMzRDRFIl0',
  });
}

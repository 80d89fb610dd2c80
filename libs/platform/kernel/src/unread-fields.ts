import { FIELD_ALIASES } from './aliases.js';
import { NO_OBJECT, type Problem } from './problem.js';

/**
 * What reading a body found wrong, for those who look for what is missing: a field that could not be read is not there, and is
 * not missed, in whatever spelling it was sent. Places are paths of the wire such as `questions[1].choices[0]`, or a part of one.
 */
export class UnreadFields {
  readonly #names = new Set<string>();
  /** Names by the places of the objects that hold them. */
  readonly #places = new Map<string, Set<string>>();
  /** Items of lists that are no objects. */
  readonly #noObjects = new Set<string>();

  constructor(problems: readonly Problem[]) {
    for (const { field: spelled = '', message = '' } of problems) {
      const field = FIELD_ALIASES[spelled] ?? spelled;
      this.#names.add(field);
      const [path = '', ...hints] = message.split(': ');
      const segments = path.split('.');
      // the list itself is to blame: of a field inside an item the message has the same place
      const list = segments.at(-1)?.replace(/\[\d+\]$/, '');
      const isNoObject = list === spelled && hints.join(': ') === NO_OBJECT;
      for (const [first] of segments.entries()) {
        if (isNoObject) this.#noObjects.add(segments.slice(first).join('.'));
        for (let end = first + 1; end <= segments.length; end++) {
          const place = segments.slice(first, end).join('.');
          const names = this.#places.get(place);
          if (names === undefined) this.#places.set(place, new Set([field]));
          else names.add(field);
        }
      }
    }
  }

  /**
   * Whether a field could not be read, or the object that should hold it.
   * @param place of the object that holds it; anywhere when undefined
   */
  has(field: string, place?: string): boolean {
    if (place === undefined) return this.#names.has(field);
    return this.#noObjects.has(place) || this.#places.get(place)?.has(field) === true;
  }
}

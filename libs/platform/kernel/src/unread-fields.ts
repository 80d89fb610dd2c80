import { FIELD_ALIASES } from './aliases.js';
import { NO_OBJECT, type Problem } from './problem.js';

interface Unread {
  readonly names: ReadonlySet<string>;
  /** Names by the places of the objects that hold them. */
  readonly places: ReadonlyMap<string, ReadonlySet<string>>;
  /** Items of lists that are no objects. */
  readonly noObjects: ReadonlySet<string>;
}

/**
 * What reading a body found wrong, for those who look for what is missing: a field that could not be read is not there, and is
 * not missed, in whatever spelling it was sent. Places are paths of the wire such as `questions[1].choices[0]`, or a part of one.
 */
export class UnreadFields {
  /** Made for the first who asks: most bodies are right, and miss nothing. */
  #unread: Unread | undefined;

  constructor(private readonly problems: readonly Problem[]) {}

  /**
   * Whether a field could not be read, or the object that should hold it.
   * @param place of the object that holds it; anywhere when undefined
   */
  has(field: string, place?: string): boolean {
    if (this.problems.length === 0) return false;
    const { names, places, noObjects } = (this.#unread ??= unreadIn(this.problems));
    if (place === undefined) return names.has(field);
    return noObjects.has(place) || places.get(place)?.has(field) === true;
  }
}

function unreadIn(problems: readonly Problem[]): Unread {
  const names = new Set<string>();
  const places = new Map<string, Set<string>>();
  const noObjects = new Set<string>();
  for (const { field: spelled = '', message = '' } of problems) {
    const field = FIELD_ALIASES[spelled] ?? spelled;
    names.add(field);
    const [path = '', ...hints] = message.split(': ');
    const segments = path.split('.');
    // the list itself is to blame: of a field inside an item the message has the same place
    const list = segments.at(-1)?.replace(/\[\d+\]$/, '');
    const isNoObject = list === spelled && hints.join(': ') === NO_OBJECT;
    for (const [first] of segments.entries()) {
      if (isNoObject) noObjects.add(segments.slice(first).join('.'));
      for (let end = first + 1; end <= segments.length; end++) {
        const place = segments.slice(first, end).join('.');
        const held = places.get(place);
        if (held === undefined) places.set(place, new Set([field]));
        else held.add(field);
      }
    }
  }
  return { names, places, noObjects };
}

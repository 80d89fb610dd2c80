import { contentOf, type EventData, type EventHistory } from '#libs/platform/event-store';
import { equalJson, type Recorded, Secret } from '#libs/platform/kernel';
import type { ChangeResponse } from '../http/history.dto.js';

function fieldsOf({ fields = contentOf }: EventHistory, data: EventData): [string, unknown][] {
  return Object.entries(fields(data)).filter(([, value]) => value !== undefined);
}

const MASK = '****';

interface Value {
  readonly value: unknown;
  /** Whether the field was personal in the event that set it. */
  readonly isPersonal: boolean;
}

const NOTHING: Value = { value: null, isPersonal: false };

/**
 * The field values of a stream as its events set them, to report what a change replaced. Personal values are compared but never
 * shown, not even by an event that only clears them.
 */
export class FieldValues {
  readonly #things = new Map<string, Map<string, Value>>();

  /** Applies the next event of the stream and returns what it changed. */
  apply(
    event: Recorded,
    history: EventHistory,
    personal: ReadonlySet<string>,
  ): readonly ChangeResponse[] {
    const data = event.data as EventData;
    const name = history.thing?.(data) ?? '';
    const before = history.begins ? undefined : this.#things.get(name);
    const known = before ?? new Map<string, Value>();
    this.#things.set(name, known);
    const now = history.ends
      ? [...known.keys()].map((field) => [field, null] as const)
      : fieldsOf(history, data);
    const changes: ChangeResponse[] = [];
    for (const [field, value] of now) {
      const from = known.get(field) ?? NOTHING;
      const to = { value: plain(value), isPersonal: personal.has(field) };
      if (equalJson(from.value, to.value)) continue;
      known.set(field, to);
      changes.push({ field, from: shown(from), to: shown(to) });
    }
    return changes;
  }
}

/**
 * Goes back through a stream from the last shown event and finds the events its changes depend on: back to where each changed
 * field was set before, or the thing began.
 */
export class LookBack {
  /** By thing, the fields whose previous value is still unknown; `all` if the thing was ended. */
  readonly #open = new Map<string, Set<string> | 'all'>();

  /** Whether the events passed so far suffice. */
  get isComplete(): boolean {
    return this.#open.size === 0;
  }

  /** Passes the next older event. Returns whether it is needed. */
  pass(event: Recorded, history: EventHistory, isShown: boolean): boolean {
    const data = event.data as EventData;
    const name = history.thing?.(data) ?? '';
    const fields = fieldsOf(history, data).map(([field]) => field);
    const isNeeded = this.#settle(name, history, fields);
    if (!isShown) return isNeeded;
    if (history.ends) this.#open.set(name, 'all');
    else if (!history.begins && fields.length > 0) this.#add(name, fields);
    return true;
  }

  #add(name: string, fields: readonly string[]): void {
    const open = this.#open.get(name);
    if (open !== 'all') this.#open.set(name, new Set([...(open ?? []), ...fields]));
  }

  /** Resolves open fields with an older event. Returns whether it resolved any. */
  #settle(name: string, { begins, ends }: EventHistory, fields: readonly string[]): boolean {
    const open = this.#open.get(name);
    if (begins || ends) return this.#open.delete(name);
    if (open === undefined || open === 'all') return open === 'all';
    const settled = fields.filter((field) => open.delete(field));
    if (open.size === 0) this.#open.delete(name);
    return settled.length > 0;
  }
}

function shown({ value, isPersonal }: Value): unknown {
  return isPersonal && value !== null ? MASK : value;
}

/** Plain JSON, with secrets masked. */
function plain(value: unknown): unknown {
  if (value instanceof Secret) return value.masked;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(fields.map(([field, item]) => [field, plain(item)]));
}

import { equalJson, type Recorded, Secret } from '#libs/platform/kernel';
import { content, type Descriptor, type EventData } from './descriptor.js';

/** A field that has another value than before. */
export interface Change {
  readonly field: string;
  /** Null: it had no value, or has none any more. */
  readonly from: unknown;
  readonly to: unknown;
}

/** What stands for personal data. */
const MASK = '****';

/**
 * The values of the fields of a stream as its events set them, one after the other, so that each change can say what was
 * before. Personal fields are compared and never shown.
 */
export class FieldValues {
  readonly #things = new Map<string, Map<string, unknown>>();

  /** Takes in the next event of the stream; answers what it changed. */
  apply(event: Recorded, descriptor: Descriptor, personal: ReadonlySet<string>): readonly Change[] {
    const data = event.data as EventData;
    const name = descriptor.thing?.(data) ?? '';
    const known = this.#things.get(name) ?? new Map<string, unknown>();
    this.#things.set(name, known);
    const now = descriptor.ends
      ? Object.fromEntries([...known.keys()].map((field) => [field, null]))
      : (descriptor.fields ?? content)(data);
    const changes: Change[] = [];
    for (const [field, value] of Object.entries(now)) {
      if (value === undefined) continue;
      const from = known.get(field) ?? null;
      const to = plain(value);
      if (equalJson(from, to)) continue;
      known.set(field, to);
      const show = (one: unknown): unknown => (one !== null && personal.has(field) ? MASK : one);
      changes.push({ field, from: show(from), to: show(to) });
    }
    return changes;
  }
}

/** Plain JSON; secrets as their masks. */
function plain(value: unknown): unknown {
  if (value instanceof Secret) return value.masked;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(fields.map(([field, item]) => [field, plain(item)]));
}

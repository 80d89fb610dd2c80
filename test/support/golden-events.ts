import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredEvent } from '#libs/platform/event-store';
import { Secret } from '#libs/platform/kernel';
import { sealingKeys } from '#libs/platform/runtime';
import type { Platform } from '#libs/platform/service';

/** A stored event of one type and version, the keys to read it, and what it must always decode to, in the newest version. */
export interface GoldenEvent {
  readonly stored: Omit<StoredEvent, 'position'>;
  /** Base64 keys of the fictional persons in it, by subject. */
  readonly keys: Readonly<Record<string, string>>;
  readonly decoded: unknown;
}

const DIRECTORY = join(process.cwd(), 'test/golden/events');

/** All golden events by stored name, such as `folio.FolioCreated.v1`. */
export async function goldenEvents(): Promise<ReadonlyMap<string, GoldenEvent>> {
  const files = (await readdir(DIRECTORY)).filter((file) => file.endsWith('.json')).sort();
  const entries = files.map(async (file): Promise<[string, GoldenEvent]> => {
    const text = await readFile(join(DIRECTORY, file), 'utf8');
    return [file.slice(0, -'.json'.length), JSON.parse(text) as GoldenEvent];
  });
  return new Map(await Promise.all(entries));
}

/** Data of an event as plain JSON with secrets revealed; the persons are fictional. */
export function plainData(data: unknown): unknown {
  return JSON.parse(
    JSON.stringify(data, function (this: Record<string, unknown>, key, value: unknown) {
      const original = this[key];
      return original instanceof Secret ? { secret: original.reveal() } : value;
    }),
  );
}

/**
 * Saves the first event of each type that has no golden file yet; of a type with personal data, the first that has some and is
 * readable. `npm run golden` runs it after the conformance cases.
 */
export async function addGoldenEvents(platform: Platform): Promise<void> {
  const { eventStore, codec, keys, registry } = platform;
  await mkdir(DIRECTORY, { recursive: true });
  const known = new Set(await readdir(DIRECTORY));
  for await (const event of eventStore.readAll()) {
    const file = `${event.type}.json`;
    if (known.has(file)) continue;
    const subjects = subjectsIn(event.data);
    await keys.open(subjects);
    const readable = [...subjects].every((subject) => keys.keyOf(subject));
    const personal = registry.stored(event.type)?.definition.personal !== undefined;
    if (!readable || (personal && subjects.size === 0)) continue;
    known.add(file);
    const [recorded] = await codec.decode([event]);
    if (!recorded) throw new Error(`${event.type} is unknown`);
    const { id, type, stream, revision, data, metadata } = event;
    const stored = { id, type, stream, revision, data, metadata };
    const golden: GoldenEvent = {
      stored,
      keys: Object.fromEntries(
        [...subjects].map((subject) => [subject, keys.keyOf(subject)?.toString('base64') ?? '']),
      ),
      decoded: plainData(recorded.data),
    };
    await writeFile(join(DIRECTORY, file), `${JSON.stringify(golden, undefined, 2)}\n`);
  }
}

/** Subjects of all sealed values in the data of an event. */
function subjectsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') {
    for (const keyId of sealingKeys(value)) found.add(keyId);
  } else if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) subjectsIn(item, found);
  }
  return found;
}

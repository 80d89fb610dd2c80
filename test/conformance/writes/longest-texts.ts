import { expect, it } from '@jest/globals';
import { type ApiDocument, describeApi } from '#libs/platform/http';
import { PATIENCE_MS } from '../../support/condition.js';
import type { Sender } from './sender.js';
import type { Write, Writes } from './write.js';

/** Characters of four bytes and of one; digits are taken where nothing else is. */
const CHARACTERS = ['😀', 'x', '9'];
const ID_CHARACTERS = ['x', '9'];
/** Lengths of ids in a path. */
const ID_LENGTHS = [256, 128, 64, 40, 19, 10];

/** A body with another text in a place such as `minor.firstName` or `primaryBeneficiaries[].ssn`. */
function withText(body: unknown, place: string, text: string): unknown {
  const copy = structuredClone(body);
  const [last = '', ...holders] = place.replaceAll('[]', '.0').split('.').reverse();
  let holder = copy as Record<string, unknown> | undefined;
  for (const name of holders.reverse()) holder = holder?.[name] as typeof holder;
  if (typeof holder !== 'object') return undefined;
  holder[last] = text;
  return copy;
}

/** A body without what repeats an id of the path. */
function withoutIds({ body, fields }: Write): unknown {
  const sent = body();
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  return Object.fromEntries(Object.entries(sent).filter(([name]) => fields[name] !== 'same'));
}

/** Texts of the greatest length that a field may have, as each write says, and of the longest ids: no read model stops at one. */
export function describeLongestTexts(writes: Writes, sender: Sender): void {
  let taken = 0;
  let description: ApiDocument | undefined;

  /** Sends a write; answers whether it was accepted. */
  const isTaken = async (write: Write, path: string, body: unknown): Promise<boolean> => {
    const { status } = await sender.json({ ...write, path }, body);
    if (status >= 500) throw new Error(`${status} of ${write.method} ${path.slice(0, 300)}`);
    return status < 300;
  };
  /** Sends texts until one is taken. */
  const take = async (
    texts: readonly string[],
    send: (text: string) => Promise<boolean>,
  ): Promise<void> => {
    for (const text of texts) {
      if (!(await send(text))) continue;
      taken += 1;
      return;
    }
  };
  /** Places in a path, from 0, that are parameters. */
  const parametersOf = ({ method, path }: Write): number[] => {
    const { paths } = (description ??= describeApi(sender.service.service.app));
    const template = Object.keys(paths).find(
      (known) =>
        method.toLowerCase() in (paths[known] ?? {}) &&
        new RegExp(`^${known.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
    );
    const segments = (template ?? '').split('/');
    return segments.flatMap((segment, at) => (segment.startsWith('{') ? [at] : []));
  };

  it.each(Object.entries(writes))('stops no read model: %s', async (_name, make) => {
    const write = make(sender.world);
    for (const [place, kind] of Object.entries(write.fields)) {
      const size = / (\d+)$/.exec(kind)?.[1];
      if (size === undefined) continue;
      const texts = CHARACTERS.map((character) => character.repeat(Number(size)));
      await take(texts, async (text) => {
        const sent = withText(make(sender.world).body(), place, text);
        return sent !== undefined && (await isTaken(write, write.path, sent));
      });
    }
    const ids = ID_CHARACTERS.flatMap((one) => ID_LENGTHS.map((length) => one.repeat(length)));
    for (const at of parametersOf(write)) {
      await take(ids, (id) => {
        const path = write.path.split('/').with(at, id).join('/');
        return isTaken(write, path, withoutIds(make(sender.world)));
      });
    }
    const { eventStore, projectionRunner } = sender.service.service.platform;
    expect(await projectionRunner.waitFor('all', await eventStore.head(), PATIENCE_MS)).toBe(true);
    expect(projectionRunner.status().filter(({ state }) => state === 'stopped')).toEqual([]);
  });

  it('has been tried', () => {
    expect(taken).toBeGreaterThan(180);
  });
}

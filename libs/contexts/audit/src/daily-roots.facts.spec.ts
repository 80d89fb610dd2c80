import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EventStore, openEventStore } from '#libs/platform/event-store';
import { eventHash, leafHash, MerkleTree, rootAlong } from '#libs/platform/proof';
import {
  type DocumentStore,
  type Lease,
  LeaseLostError,
  openDocumentStore,
} from '#libs/platform/read-models';
import { HeadProofs, LEAVES, StreamHeads, timeOf } from './daily-roots.facts.js';

/** Three parts of the tree, the last one not full. */
const STREAMS = 2 * LEAVES + 300;

const FIRST_DAY = '2026-03-02T10:00:00.000Z';

const SECOND_DAY = '2026-03-03T10:00:00.000Z';

const MIDNIGHT = '2026-03-03T00:00:00.000Z';

let directory: string;

let store: EventStore;

let documents: DocumentStore;

let heads: StreamHeads;

let lease: Lease;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'heads-'));
  store = await openEventStore({ directory: join(directory, 'events') });
  documents = await openDocumentStore({ directory: join(directory, 'documents') });
  heads = new StreamHeads(store, documents);
  await heads.prepare();
  const taken = await documents.acquireLease('test', 'me', 600_000);
  if (!taken) throw new Error('no lease');
  lease = taken;
  const names = Array.from({ length: STREAMS }, (_, n) => `s-${n % 3 === 0 ? 'é' : 'z'}${n}`);
  await Promise.all(names.map((name) => append(name, FIRST_DAY)));
});

afterAll(async () => {
  await documents.close();
  await store.close();
  await rm(directory, { recursive: true });
});

async function append(stream: string, at: string): Promise<void> {
  const [last] = await collect(store.readStream(stream, { direction: 'backwards', max: 1 }));
  const event = { id: randomUUID(), type: 'test.Happened.v1', data: {}, metadata: { at } };
  const result = await store.append(stream, last?.revision ?? 'no_stream', [event]);
  expect(result.outcome).toBe('appended');
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** The heads of the log before a moment, in byte order of their names. */
async function expected(before: string) {
  const newest = new Map<string, { stream: string; revision: number; hash: string }>();
  for (const event of await collect(store.readAll())) {
    if (timeOf(event) >= before) break;
    const { stream, revision } = event;
    newest.set(stream, { stream, revision, hash: eventHash(event) });
  }
  return [...newest.values()].sort((a, b) =>
    Buffer.compare(Buffer.from(a.stream), Buffer.from(b.stream)),
  );
}

describe('heads of all streams', () => {
  it('have the root of a tree over all heads, and a proof for each', async () => {
    const position = await heads.advance(MIDNIGHT, lease);
    const { root, streams } = await heads.root(position, lease);
    const all = await expected(MIDNIGHT);
    expect(streams).toBe(STREAMS);
    expect(root).toBe(new MerkleTree(all.map(leafHash)).root());
    const proofs = await HeadProofs.against(heads, root);
    for (const head of all.filter((_, n) => n % 61 === 0 || n >= STREAMS - 2)) {
      const proof = await proofs?.of(head.stream);
      if (!proof) throw new Error(`${head.stream} has no proof`);
      expect(proof).toMatchObject({ revision: head.revision, hash: head.hash });
      expect(rootAlong(leafHash(head), proof.index, STREAMS, proof.path)).toBe(root);
    }
    expect(await proofs?.of('s-nobody')).toBeNull();
    expect(await proofs?.of('a-before-all')).toBeNull();
  });

  it('stop at the end of the day, and are the same when computed again', async () => {
    await append('s-z1', SECOND_DAY);
    await append('s-new', SECOND_DAY);
    const position = await heads.advance(MIDNIGHT, lease);
    const { root } = await heads.root(position, lease);
    expect(root).toBe(new MerkleTree((await expected(MIDNIGHT)).map(leafHash)).root());
  });

  it('move on with the next day, and give no proof against the previous root', async () => {
    const before = (await heads.root(await heads.position(), lease)).root;
    const old = await HeadProofs.against(heads, before);
    const position = await heads.advance('2026-03-04T00:00:00.000Z', lease);
    expect(await old?.of('s-z1')).toBeNull();
    const { root, streams } = await heads.root(position, lease);
    const all = await expected('2026-03-04T00:00:00.000Z');
    expect({ root, streams }).toEqual({
      root: new MerkleTree(all.map(leafHash)).root(),
      streams: STREAMS + 1,
    });
    expect(await HeadProofs.against(heads, before)).toBeUndefined();
  });

  it('are not written under an expired lease', async () => {
    const over = { ...lease, epoch: lease.epoch - 1 };
    await append('s-late', '2026-03-04T10:00:00.000Z');
    const advancing = heads.advance('2026-03-05T00:00:00.000Z', over);
    await expect(advancing).rejects.toThrow(LeaseLostError);
    await expect(heads.root(await heads.position(), over)).rejects.toThrow(LeaseLostError);
  });

  it('have all parts of the tree, however many', async () => {
    const writes = Array.from({ length: 1_001 }, (_, part) => {
      const document = { part, first: '', hash: '' };
      const id = String(part).padStart(9, '0');
      return { collection: 'audit_stream_head_parts', id, document, position: 1n << 60n };
    });
    await documents.write({ writes, checkpoints: [] });
    expect((await heads.parts()).map(({ part }) => part)).toEqual(writes.map((_, part) => part));
  });
});

import type { EventStore, StoredEvent } from '#libs/platform/event-store';
import {
  eventHash,
  type HeadProof,
  leafHash,
  MerkleRoot,
  MerkleTree,
  type StreamHead,
} from '#libs/platform/proof';
import type { DocumentStore, DocumentWrite, Lease } from '#libs/platform/read-models';

/** Leaves per part of the tree: a power of two, so that the tree over the parts equals the tree over the leaves. */
export const LEAVES = 1024;

const HEADS = {
  name: 'audit_stream_heads',
  indexes: [{ name: 'stream', fields: ['stream'] }],
} as const;

const PARTS = {
  name: 'audit_stream_head_parts',
  indexes: [{ name: 'part', fields: ['part'] }],
} as const;

const CHECKPOINT = 'audit.stream-heads';

const BATCH = 2_000;

const PAGE = 1_000;

interface TreePart {
  readonly part: number;
  readonly first: string;
  readonly hash: string;
}

/** The heads of all streams as of the newest daily root, in the read database. They can be rebuilt from the log. */
export class StreamHeads {
  constructor(
    private readonly store: EventStore,
    private readonly documents: DocumentStore,
  ) {}

  async prepare(): Promise<void> {
    await this.documents.ensureCollection(HEADS);
    await this.documents.ensureCollection(PARTS);
  }

  /** Log position up to which heads are included. */
  async position(): Promise<bigint> {
    return (await this.documents.checkpoint(CHECKPOINT)) ?? 0n;
  }

  /** Reads the log up to the first event at or after a moment. Returns the position of the last event included. */
  async advance(before: string, lease: Lease): Promise<bigint> {
    let position = await this.position();
    let newest = new Map<string, StoredEvent>();
    const flush = async (): Promise<void> => {
      const writes = [...newest.values()].map(headWrite);
      newest = new Map();
      const checkpoints = [{ name: CHECKPOINT, position }];
      await this.documents.write({ writes, checkpoints, lease });
    };
    for await (const event of this.store.readAll({ after: position })) {
      if (timeOf(event) >= before) break;
      newest.set(event.stream, event);
      position = event.position;
      if (newest.size >= BATCH) await flush();
    }
    if (newest.size > 0) await flush();
    return position;
  }

  /** Computes the root over all heads and stores the parts of the tree. */
  async root(position: bigint, lease: Lease): Promise<{ root: string; streams: number }> {
    const whole = new MerkleRoot();
    let part: StreamHead[] = [];
    let parts = 0;
    let writes: DocumentWrite[] = [];
    const write = async (): Promise<void> => {
      await this.documents.write({ writes, checkpoints: [], lease });
      writes = [];
    };
    const endPart = (): void => {
      const hash = new MerkleTree(part.map(leafHash)).root();
      const document = { part: parts, first: part[0]?.stream ?? '', hash };
      const id = String(parts).padStart(9, '0');
      writes.push({ collection: PARTS.name, id, document, position });
      parts += 1;
      part = [];
    };
    for await (const { document } of this.documents.scan(HEADS.name)) {
      const head = document as unknown as StreamHead;
      whole.add(leafHash(head));
      part.push(head);
      if (part.length < LEAVES) continue;
      endPart();
      if (writes.length >= PAGE) await write();
    }
    if (part.length > 0) endPart();
    if (writes.length > 0) await write();
    return { root: whole.root(), streams: whole.leaves };
  }

  async parts(): Promise<readonly TreePart[]> {
    const parts: TreePart[] = [];
    let after: string | undefined;
    do {
      const selection = { index: 'part', equals: [], limit: PAGE };
      const page = await this.documents.find<TreePart & Record<string, unknown>>(
        PARTS.name,
        after === undefined ? selection : { ...selection, after },
      );
      parts.push(...page.items);
      after = page.next;
    } while (after !== undefined);
    return parts;
  }

  async headsFrom(first: string): Promise<readonly StreamHead[]> {
    const { items } = await this.documents.find<StreamHead & Record<string, unknown>>(HEADS.name, {
      index: 'stream',
      equals: [],
      range: { from: first },
      limit: LEAVES,
    });
    return items;
  }
}

/** The time an event was decided, ISO-8601 UTC. */
export function timeOf({ metadata }: StoredEvent): string {
  return typeof metadata['at'] === 'string' ? metadata['at'] : '';
}

function headWrite(event: StoredEvent): DocumentWrite {
  const { stream, revision, position } = event;
  const document = { stream, revision, hash: eventHash(event) };
  return { collection: HEADS.name, id: stream, document, position };
}

/** Proofs that streams are included in a daily root. Caches one part of the tree, so ask for streams in the order of their names. */
export class HeadProofs {
  #part:
    | {
        readonly part: number;
        readonly places: ReadonlyMap<string, { index: number; revision: number; hash: string }>;
        readonly tree: MerkleTree;
        readonly intact: boolean;
      }
    | undefined;

  private constructor(
    private readonly heads: StreamHeads,
    private readonly parts: readonly TreePart[],
    private readonly tree: MerkleTree,
  ) {}

  /** Proofs against a root; undefined if the heads belong to another root, because another day was signed meanwhile. */
  static async against(heads: StreamHeads, root: string): Promise<HeadProofs | undefined> {
    const parts = await heads.parts();
    const tree = new MerkleTree(parts.map(({ hash }) => hash));
    return tree.root() === root ? new HeadProofs(heads, parts, tree) : undefined;
  }

  /** The proof of a stream; null if it is newer than the root. */
  async of(stream: string): Promise<HeadProof | null> {
    const number = this.#partOf(stream);
    const part = await this.#load(number);
    const place = part?.intact === true ? part.places.get(stream) : undefined;
    if (!part || !place) return null;
    const { index, revision, hash } = place;
    const path = [...part.tree.path(index), ...this.tree.path(number)];
    return { revision, hash, index: number * LEAVES + index, path };
  }

  #partOf(stream: string): number {
    const name = Buffer.from(stream);
    let [low, high] = [0, this.parts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const first = Buffer.from(this.parts[middle]?.first ?? '');
      if (Buffer.compare(first, name) <= 0) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  async #load(number: number) {
    const known = this.parts[number];
    if (!known) return undefined;
    if (this.#part?.part === number) return this.#part;
    const heads = await this.heads.headsFrom(known.first);
    const tree = new MerkleTree(heads.map(leafHash));
    const places = new Map(
      heads.map(({ stream, revision, hash }, index) => [stream, { index, revision, hash }]),
    );
    // the heads change if the next day is signed during an export
    this.#part = { part: number, places, tree, intact: tree.root() === known.hash };
    return this.#part;
  }
}

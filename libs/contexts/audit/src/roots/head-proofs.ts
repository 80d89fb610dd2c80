import { leafHash, MerkleTree, type HeadProof } from '#libs/platform/proof';
import { LEAVES, type StreamHeads, type TreePart } from './stream-heads.js';

/**
 * Proofs that streams stood in a daily root. Keeps the hashes of the tree's parts and one part at a time, so streams are best
 * asked for in the order of their names.
 */
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

  /** Proofs against a root; undefined when the heads are not those of this root, since another day was signed meanwhile. */
  static async against(heads: StreamHeads, root: string): Promise<HeadProofs | undefined> {
    const parts = await heads.parts();
    const tree = new MerkleTree(parts.map(({ hash }) => hash));
    return tree.root() === root ? new HeadProofs(heads, parts, tree) : undefined;
  }

  /** The proof of a stream; null when it is newer than the root. */
  async of(stream: string): Promise<HeadProof | null> {
    const number = this.#partOf(stream);
    const part = await this.#load(number);
    const place = part?.intact === true ? part.places.get(stream) : undefined;
    if (!part || !place) return null;
    const { index, revision, hash } = place;
    const path = [...part.tree.path(index), ...this.tree.path(number)];
    return { revision, hash, index: number * LEAVES + index, path };
  }

  /** The last part that begins at or before a stream. */
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
    // the heads move on when the next day is signed while this one is exported
    this.#part = { part: number, places, tree, intact: tree.root() === known.hash };
    return this.#part;
  }
}

import { hash as digest } from 'node:crypto';

/** Newest event of a stream, represented by a leaf of the tree. */
export interface StreamHead {
  readonly stream: string;
  readonly revision: number;
  /** Hash of the event. */
  readonly hash: string;
}

/** Leaf of a stream head, base64url. The first byte distinguishes leaves from nodes, as in RFC 6962. */
export function leafHash({ stream, revision, hash }: StreamHead): string {
  return digest('sha256', `\0${JSON.stringify([stream, revision, hash])}`, 'base64url');
}

function nodeHash(left: string, right: string): string {
  const both = [left, right].map((hash) => Buffer.from(hash, 'base64url'));
  return digest('sha256', Buffer.concat([Buffer.of(1), ...both]), 'base64url');
}

const EMPTY_ROOT = digest('sha256', '', 'base64url');

/** Root of a Merkle tree over a sequence of leaves (RFC 6962, section 2.1). Keeps only one hash per level. */
export class MerkleRoot {
  readonly #peaks: { size: number; hash: string }[] = [];
  #leaves = 0;

  get leaves(): number {
    return this.#leaves;
  }

  /** Adds the next leaf. */
  add(hash: string): void {
    this.#leaves += 1;
    let peak = { size: 1, hash };
    let last = this.#peaks.at(-1);
    while (last?.size === peak.size) {
      this.#peaks.pop();
      peak = { size: last.size * 2, hash: nodeHash(last.hash, peak.hash) };
      last = this.#peaks.at(-1);
    }
    this.#peaks.push(peak);
  }

  /** The root of the leaves so far. */
  root(): string {
    const hashes = this.#peaks.map(({ hash }) => hash);
    return hashes.length === 0
      ? EMPTY_ROOT
      : hashes.reduceRight((right, left) => nodeHash(left, right));
  }
}

/** A Merkle tree in memory. Computes each node once. */
export class MerkleTree {
  readonly #nodes = new Map<string, string>();

  constructor(private readonly leaves: readonly string[]) {}

  root(): string {
    return this.leaves.length === 0 ? EMPTY_ROOT : this.#node(0, this.leaves.length);
  }

  /** The sibling hashes from a leaf up to the root. */
  path(index: number): string[] {
    const path: string[] = [];
    let start = 0;
    let size = this.leaves.length;
    while (size > 1) {
      const split = largestPowerBelow(size);
      if (index < start + split) {
        path.unshift(this.#node(start + split, size - split));
        size = split;
      } else {
        path.unshift(this.#node(start, split));
        start += split;
        size -= split;
      }
    }
    return path;
  }

  #node(start: number, size: number): string {
    if (size === 1) return this.leaves[start] ?? EMPTY_ROOT;
    const key = `${start}/${size}`;
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    const split = largestPowerBelow(size);
    const node = nodeHash(this.#node(start, split), this.#node(start + split, size - split));
    this.#nodes.set(key, node);
    return node;
  }
}

/** The root computed from a leaf at `index` of `size` leaves and its path; undefined if the path does not fit. */
export function rootAlong(
  leaf: string,
  index: number,
  size: number,
  path: readonly string[],
): string | undefined {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return undefined;
  const rest = [...path];
  const climb = (from: number, among: number): string | undefined => {
    if (among === 1) return leaf;
    const split = largestPowerBelow(among);
    const sibling = rest.pop();
    if (sibling === undefined) return undefined;
    const inLeft = from < split;
    const below = inLeft ? climb(from, split) : climb(from - split, among - split);
    if (below === undefined) return undefined;
    return inLeft ? nodeHash(below, sibling) : nodeHash(sibling, below);
  };
  const root = climb(index, size);
  return rest.length === 0 ? root : undefined;
}

/** The largest power of two below `size`, which is at least two. */
function largestPowerBelow(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}

import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { eventHash } from '../src/event-hash.js';
import {
  type ExportScope,
  FIRST_DIGEST,
  manifestBytes,
  sealLine,
  withSignature,
} from '../src/export-lines.js';
import { type ExportedEvent, ExportWriter } from '../src/export-writer.js';
import type { Finding, Verdict } from '../src/finding.js';
import { leafHash, MerkleTree } from '../src/merkle.js';
import { publicKeyOf, signBytes, signRoot } from '../src/signatures.js';
import { verifyExport, type VerifyOptions } from '../src/verify-export.js';

/** The key that signs the samples. */
export const { privateKey } = generateKeyPairSync('ed25519');
export const publicKey = publicKeyOf(privateKey);
/** A key that signs none of the samples. */
export const { privateKey: strangersKey } = generateKeyPairSync('ed25519');
export const stranger = publicKeyOf(strangersKey);

/** A stream of chained events. */
export function stream(name: string, length: number, text: string, from: bigint): ExportedEvent[] {
  const events: ExportedEvent[] = [];
  let previousHash: string | undefined;
  for (let revision = 0; revision < length; revision++) {
    const event = {
      ...{ stream: name, revision, id: `${name}/${revision}`, type: 'test.Happened.v1' },
      data: { text, revision },
      metadata: { at: '2026-01-02T00:00:00.000Z', ...(previousHash && { previousHash }) },
      position: from + BigInt(revision),
    };
    previousHash = eventHash(event);
    events.push(event);
  }
  return events;
}

/** The lines of an export of some streams, with a daily root that includes all of them. */
export function exported(
  streams: readonly ExportedEvent[][],
  scope: ExportScope = { account: 'RA1' },
  damaged?: string | null,
): string[] {
  const heads = streams.flatMap((events) => {
    const head = events.at(-1);
    return head ? [{ stream: head.stream, revision: head.revision, hash: eventHash(head) }] : [];
  });
  const tree = new MerkleTree(heads.map(leafHash));
  const root = signRoot(
    {
      ...{ day: '2026-01-02', root: tree.root(), streams: heads.length },
      ...{ position: '999', previous: null },
    },
    privateKey,
    publicKey.kid,
  );
  const header = {
    ...({ format: 'brokerage-audit-export', version: 1, scope, order: 'stream' } as const),
    ...{ madeAt: '2026-01-03T00:00:00.000Z', upTo: '1000', root },
  };
  const writer = new ExportWriter(header, privateKey, publicKey);
  const lines = [writer.begin()];
  streams.forEach((events, index) => {
    const [head, first] = [heads[index], events[0]];
    for (const event of events) lines.push(writer.event(event).line);
    if (!head || !first) return;
    const { revision, hash } = head;
    const proof = { revision, hash, index, path: tree.path(index) };
    lines.push(writer.endStream(head, first.revision, proof));
  });
  if (damaged !== undefined) lines.push(writer.damage(damaged, 'the log from 1 to 2'));
  lines.push(writer.end());
  return lines;
}

/** The lines of an export of the log. */
export function logOf(events: readonly ExportedEvent[]): string[] {
  const header = {
    ...({ format: 'brokerage-audit-export', version: 1, scope: {}, order: 'log' } as const),
    ...{ madeAt: '2026-01-03T00:00:00.000Z', upTo: '1000', root: null },
  };
  const writer = new ExportWriter(header, privateKey, publicKey);
  const lines = events.map((event) => () => writer.event(event).line);
  return [() => writer.begin(), ...lines, () => writer.end()].map((next) => next());
}

/** An export of three streams: their events and ends are lines 2 to 5, 6 to 7 and 8 to 12. */
export const sample = (text = 'ä € 𝄞 "quoted"', damaged?: string | null): string[] => {
  const streams = [
    ['a-1', 3, 10n],
    ['b-1', 1, 20n],
    ['c-1', 4, 30n],
  ] as const;
  const events = streams.map(([name, length, from]) => stream(name, length, text, from));
  return exported(events, undefined, damaged);
};

/** Yields bytes in chunks. */
export async function* chunks(bytes: Buffer, size = 97): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) {
    yield await Promise.resolve(bytes.subarray(at, at + size));
  }
}

export const verify = (
  lines: readonly string[] | Buffer,
  options?: VerifyOptions,
): Promise<Verdict> =>
  verifyExport(chunks(Buffer.isBuffer(lines) ? lines : Buffer.from(lines.join(''))), options);

/** The finding for an invalid export. */
export async function findingOf(
  lines: readonly string[] | Buffer,
  options?: VerifyOptions,
): Promise<Finding> {
  const verdict = await verify(lines, options);
  if (verdict.ok) throw new Error('verified');
  return verdict.finding;
}

/** Changes a line in place; number, digest and signature are not part of it. */
export type Change = (line: Record<string, unknown>) => void;

/**
 * Recomputes numbers and digests, like a forger who knows the format but not the key: the signature of the manifest stays as it was.
 * With a key the manifest is signed again.
 */
export function resealed(lines: readonly string[], change: Change, key?: KeyObject): string[] {
  let digest = FIRST_DIGEST;
  return lines.map((line, n) => {
    const {
      n: _n,
      line: _line,
      signature,
      ...fields
    } = JSON.parse(line) as Record<string, unknown>;
    change(fields);
    const { text, ...sealed } = sealLine(digest, n, fields as never);
    digest = sealed.digest;
    if (typeof signature !== 'string') return `${text}\n`;
    const signed = key ? signBytes(key, manifestBytes(Buffer.from(text))) : signature;
    return `${withSignature(text, signed)}\n`;
  });
}

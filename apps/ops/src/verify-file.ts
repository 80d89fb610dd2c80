import { createPublicKey } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Command } from 'commander';
import {
  type ExportScope,
  type Finding,
  type PublicKey,
  readPublicKey,
  type Verdict,
  type Verified,
  verifyExport,
} from '#libs/platform/proof';

const DAY_MS = 86_400_000;
/** First bytes of a gzip file. */
const GZIP = Buffer.of(0x1f, 0x8b);

/** The file or the key can't be used, so nothing was verified. */
export class UnusableInput extends Error {
  override readonly name = 'UnusableInput';
}

/** The subject that an export should have. */
type MeantFor = Pick<ExportScope, 'account' | 'member' | 'firm'>;

/** Options of both commands that verify exports. */
export interface VerifyOptions extends MeantFor {
  readonly publicKey?: string;
}

/** Adds the argument for the file, and {@link VerifyOptions}. */
export function withVerifyOptions<C extends Command>(command: C): C {
  return command
    .argument('<file>', 'export to verify, plain or gzip; - for standard input')
    .option('--public-key <key>', 'trusted key: its text, or a file with JWK, JWKS or PEM')
    .option('--account <number>', 'require that it is the export of this account')
    .option('--member <login>', 'require that it is the export of this member')
    .option('--firm <id>', 'require that it is the export of this firm');
}

/**
 * Verifies an export in a file, plain or gzip, without service or database.
 * @param path `-` for standard input
 * @param begun called with the size of the file in bytes; the returned function is called with the bytes read so far
 * @throws UnusableInput if the file can't be read, or is no export
 */
export async function verifyFile(
  path: string,
  trusted: readonly PublicKey[] | undefined,
  begun: Begun = () => () => undefined,
): Promise<Verdict> {
  let verdict: Verdict;
  try {
    verdict = await verifyExport(unpacked(piecesOf(path, begun)), trusted ? { trusted } : {});
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined) throw error;
    throw new UnusableInput(`${path} can't be read (${code}).`);
  }
  if (verdict.ok || verdict.finding.problem !== 'format') return verdict;
  throw new UnusableInput(`${path} can't be verified. ${verdict.finding.message}`);
}

/** First and last revision of each stream in an export. */
export type ExportedStreams = ReadonlyMap<
  string,
  { readonly first: number; readonly last: number }
>;

/** Reads which events a verified export contains, plain or gzip. */
export async function exportedStreams(path: string): Promise<ExportedStreams> {
  interface Line {
    readonly kind: string;
    readonly stream: string;
    readonly revision: number;
  }
  const found = new Map<string, { first: number; last: number }>();
  const input = Readable.from(unpacked(piecesOf(path, () => () => undefined)));
  for await (const line of createInterface({ input })) {
    const { kind, stream, revision } = JSON.parse(line) as Line;
    if (kind !== 'event') continue;
    found.set(stream, { first: found.get(stream)?.first ?? revision, last: revision });
  }
  return found;
}

type Begun = (size: number) => (bytes: number) => void;
type Pieces = AsyncGenerator<Buffer, void, undefined>;

async function* piecesOf(path: string, begun: Begun): Pieces {
  const isFile = path !== '-';
  const read = isFile ? begun((await stat(path)).size) : undefined;
  const source: AsyncIterable<unknown> = isFile ? createReadStream(path) : process.stdin;
  let bytes = 0;
  for await (const piece of source) {
    yield piece as Buffer;
    read?.((bytes += (piece as Buffer).length));
  }
}

/** Decompresses a file if it is gzip. */
async function* unpacked(packed: Pieces): Pieces {
  const { value: first } = await packed.next();
  if (!first) return;
  const all = after(first, packed);
  if (!first.subarray(0, GZIP.length).equals(GZIP)) return yield* all;
  const gunzip = createGunzip();
  // the reader gets the error
  pipeline(all, gunzip).catch(() => undefined);
  yield* gunzip;
}

async function* after(first: Buffer, rest: Pieces): Pieces {
  yield first;
  yield* rest;
}

/**
 * Reads public keys to trust: the text of one (`x` of its JWK), or a file with JWK, JWKS (`/.well-known/audit-keys.json`) or PEM.
 * @returns undefined if no text is given
 * @throws UnusableInput if it is none of these
 */
export async function trustedKeys(
  text: string | undefined,
): Promise<readonly PublicKey[] | undefined> {
  if (text === undefined) return undefined;
  const direct = readPublicKey({ kty: 'OKP', crv: 'Ed25519', x: text });
  if (direct) return [direct];
  const contents = await readFile(text, 'utf8').catch(() => {
    throw new UnusableInput(`${text} is neither a public key nor a readable file.`);
  });
  const keys = keysIn(contents);
  if (keys.length > 0) return keys;
  throw new UnusableInput(`${text} contains no Ed25519 public key.`);
}

function keysIn(contents: string): PublicKey[] {
  let value: unknown;
  try {
    value = contents.trimStart().startsWith('-----BEGIN')
      ? createPublicKey(contents).export({ format: 'jwk' })
      : JSON.parse(contents);
  } catch {
    return [];
  }
  const { keys } = (value ?? {}) as { readonly keys?: unknown };
  const found: unknown[] = Array.isArray(keys) ? keys : [value];
  return found.flatMap((one) => readPublicKey(one) ?? []);
}

/** Turns the verdict negative if the export has another subject: it proves nothing about the one meant. */
export function verdictFor(meant: MeantFor, verdict: Verdict): Verdict {
  const [id] = idsIn(meant);
  if (!verdict.ok || id === undefined) return verdict;
  const { scope } = verdict.verified;
  if (idsIn(scope).includes(id)) return verdict;
  const message = `It is the export of ${whose(scope, inUtc)}, not of ${id}.`;
  return { ok: false, finding: { problem: 'manifest', line: 1, message } };
}

/** The given subjects in words, such as `account RA12345678`. */
function idsIn({ account, member, firm }: MeantFor): readonly string[] {
  return Object.entries({ account, member, firm }).flatMap(([kind, id]) =>
    id === undefined ? [] : [`${kind} ${id}`],
  );
}

/** Writes a moment in words of a time zone. */
type Told = (at: string) => string;

const inUtc: Told = (at) => `${at.slice(0, 'yyyy-MM-ddTHH:mm:ss'.length).replace('T', ' ')} UTC`;

/** Describes the subject and the period of an export. */
function whose(scope: ExportScope, told: Told): string {
  const { from, to } = scope;
  const period = [from && `from ${told(from)}`, to && `to ${told(to)}`].filter(
    (bound) => bound !== undefined,
  );
  return [idsIn(scope)[0] ?? 'the whole log', ...period].join(' ');
}

/** Describes what no daily root proves yet. */
function unproven({ streams, root, proven, madeAt }: Verified, told: Told): string {
  const nextDay = new Date(Date.parse(madeAt.slice(0, 10)) + DAY_MS).toISOString();
  const from = `can be proven\n  from ${told(nextDay)} on, once that night's root is signed`;
  if (root === null) return `  No daily root was signed yet: that nothing is missing ${from}.`;
  const left = streams - proven;
  const whole = left > 0 ? `, including ${counted(left, 'whole stream')},` : '';
  return `  That nothing is missing of what is newer than that root${whole} ${from}.`;
}

/** Formats a verdict for people, with times in UTC unless `told` writes them. */
export function verdictText(path: string, verdict: Verdict, told = inUtc): string {
  if (!verdict.ok) return `${path}: ${findingText(verdict.finding)}`;
  const { scope, records, streams, madeAt, keyId, keyTrusted, root, proven } = verdict.verified;
  return [
    `${path}: verified.`,
    `  the export of ${whose(scope, told)}`,
    `  ${counted(records, 'event')}${streams > 0 ? ` of ${counted(streams, 'stream')}` : ''}, exported ${told(madeAt)}`,
    `  signed by key ${keyId}${keyTrusted ? ', which is trusted' : ''}`,
    !keyTrusted && '  The key was taken from the file: use --public-key to be sure whose it is.',
    root &&
      `  ${counted(proven, 'stream')} proven against the root of ${root.day}:\n  ${root.root}`,
    unproven(verdict.verified, told),
  ]
    .filter(Boolean)
    .join('\n');
}

function findingText({ problem, line, stream, revision, message }: Finding): string {
  const at = revision === undefined ? '' : `, revision ${revision}`;
  const record = stream === undefined ? '' : ` (stream ${stream}${at})`;
  return `line ${line}${record}: ${problem}. ${message}`;
}

/** Formats a verdict for programs. */
export function verdictJson(path: string, verdict: Verdict): Readonly<Record<string, unknown>> {
  return { file: path, ...verdict };
}

/** As in the kernel, which the verifier does without. */
function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

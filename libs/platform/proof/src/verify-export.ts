import { isSignedRoot } from './daily-root.js';
import {
  FIRST_DIGEST,
  FORMAT,
  type HeaderLine,
  type ManifestLine,
  manifestBytes,
  VERSION,
} from './export-lines.js';
import { explainBreak, type Finding, findingAt, type Problem, type Verdict } from './finding.js';
import { follows, type ParsedLine, parseLine } from './parsed-line.js';
import { type FileLine, fileLines, withNext } from './read-lines.js';
import { RecordCheck } from './record-check.js';
import { isSigned, type PublicKey, readPublicKey } from './signatures.js';

/** How an export is verified. */
export interface VerifyOptions {
  /** Keys that are trusted. Without any, the key in the manifest is used, and the verdict says so. */
  readonly trusted?: readonly PublicKey[];
}

/**
 * Verifies an export without service and database, line by line, and names the first thing that is wrong: the chain of lines
 * (every byte), the hash of each event and the chain of each stream, counts, heads, the manifest's signature, the daily root
 * and each stream's proof. Keeps what one stream needs; in log order, one hash for each stream.
 */
export async function verifyExport(
  chunks: AsyncIterable<Uint8Array>,
  options: VerifyOptions = {},
): Promise<Verdict> {
  const verifier = new Verifier(options.trusted);
  for await (const lines of withNext(parsed(fileLines(chunks)))) {
    const finding = verifier.read(lines);
    if (finding) return { ok: false, finding };
  }
  return verifier.end();
}

async function* parsed(lines: AsyncIterable<FileLine>): AsyncGenerator<ParsedLine> {
  for await (const line of lines) yield parseLine(line);
}

class Verifier {
  #digest = FIRST_DIGEST;
  #count = 0;
  #header: HeaderLine | undefined;
  #records: RecordCheck | undefined;
  #end: { readonly manifest: ManifestLine; readonly line: ParsedLine } | undefined;

  constructor(private readonly trusted: readonly PublicKey[] | undefined) {}

  /** The next line; the two after it tell what happened where it is wrong. */
  read(lines: readonly [ParsedLine, ParsedLine?, ParsedLine?]): Finding | undefined {
    const [line] = lines;
    const expected = this.#count;
    if (this.#end) {
      return findingAt('inserted', expected + 1, 'There is something after the manifest.', line);
    }
    if (line.n !== expected || !follows(this.#digest, line)) {
      return explainBreak(expected, lines);
    }
    this.#digest = line.digest ?? '';
    this.#count += 1;
    try {
      return this.#accept(line, expected + 1);
    } catch {
      return findingAt('changed', expected + 1, 'This line has not the form it should have.', line);
    }
  }

  #accept(parsed: ParsedLine, at: number): Finding | undefined {
    const { line } = parsed;
    if (!this.#header || !this.#records) {
      if (line?.kind !== 'header' || !isKnownFormat(line)) {
        return findingAt('changed', at, 'This is not the beginning of an export.', parsed);
      }
      this.#header = line;
      this.#records = new RecordCheck(line);
      return undefined;
    }
    if (line?.kind !== 'manifest') return this.#records.check(parsed, at);
    this.#end = { manifest: line, line: parsed };
    return undefined;
  }

  end(): Verdict {
    const at = this.#count;
    const wrong = (problem: Problem, message: string, line = Math.max(at, 1)): Verdict => ({
      ok: false,
      finding: findingAt(problem, line, message),
    });
    if (!this.#end || !this.#header || !this.#records) {
      return wrong('truncated', 'The file ends before its manifest.', at + 1);
    }
    const { manifest, line } = this.#end;
    const misfit = this.#records.misfit(manifest) ?? differentHeader(this.#header, manifest);
    if (misfit !== undefined) return wrong('manifest', `The manifest does not fit: ${misfit}.`);
    const key = readPublicKey(manifest.publicKey);
    if (key?.kid !== manifest.keyId) {
      return wrong('key', 'The manifest has no public key, or not the one it names.');
    }
    const keyTrusted = this.trusted?.some(({ kid }) => kid === key.kid) ?? false;
    if (this.trusted && !keyTrusted) {
      return wrong('key', `The manifest is signed by key ${key.kid}, which is not a trusted one.`);
    }
    if (line.signature === undefined || !isSigned(key, manifestBytes(line.bytes), line.signature)) {
      return wrong('signature', 'The signature is not of this key over this manifest.');
    }
    const { root } = this.#header;
    if (root && !this.#keysFor(key, manifest).some((one) => isSignedRoot(root, one))) {
      return wrong('root', `The daily root of ${root.day} is not signed by a key that is known.`);
    }
    const { scope, madeAt, records, streams, keyId } = manifest;
    const { proven } = this.#records;
    const verified = { scope, madeAt, records, streams, keyId, keyTrusted, root, proven };
    return { ok: true, verified };
  }

  /** Keys a root may be signed by: it may be older than the key of the manifest. */
  #keysFor(key: PublicKey, { rootKey }: ManifestLine): readonly PublicKey[] {
    const earlier = readPublicKey(rootKey);
    return this.trusted ?? (earlier ? [key, earlier] : [key]);
  }
}

/** Other formats may come, and files that are no exports. */
function isKnownFormat({ format, version }: { format: string; version: number }): boolean {
  return format === FORMAT && version === VERSION;
}

/** The manifest repeats what the header said. */
function differentHeader(header: HeaderLine, manifest: ManifestLine): string | undefined {
  const fields = ['format', 'version', 'scope', 'order', 'madeAt', 'upTo', 'root'] as const;
  const field = fields.find(
    (name) => JSON.stringify(header[name]) !== JSON.stringify(manifest[name]),
  );
  return field && `${field} is another than in the first line`;
}

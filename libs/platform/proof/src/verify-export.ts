import {
  FIRST_DIGEST,
  FORMAT,
  type HeaderLine,
  type ManifestLine,
  manifestBytes,
  VERSION,
} from './export-lines.js';
import { explainBreak, type Finding, findingAt, type Problem, type Verdict } from './finding.js';
import {
  type FileLine,
  fileLines,
  follows,
  type ParsedLine,
  parseLine,
  withNext,
} from './read-lines.js';
import { RecordCheck } from './record-check.js';
import { isSigned, isSignedRoot, type PublicKey, readPublicKey } from './signatures.js';

export interface VerifyOptions {
  /** Trusted keys. Default: the key in the manifest, as the verdict then says. */
  readonly trusted?: readonly PublicKey[];
}

/**
 * Verifies an export line by line, without service or database, and reports the first problem. Checks the chain of lines (every byte),
 * the hash of each event, the chain of each stream, counts, heads, the manifest's signature, the daily root and each stream's proof.
 * Memory holds one stream's hashes; in log order, one hash per stream.
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
  #records: RecordCheck | undefined;
  #end: { readonly manifest: ManifestLine; readonly line: ParsedLine } | undefined;

  constructor(private readonly trusted: readonly PublicKey[] | undefined) {}

  /** Checks the next line. If it is wrong, the two after it show why. */
  read(lines: readonly [ParsedLine, ParsedLine?, ParsedLine?]): Finding | undefined {
    const [line] = lines;
    const expected = this.#count;
    if (this.#end) {
      return findingAt('inserted', expected + 1, 'The file continues after the manifest.', line);
    }
    if (line.n !== expected || !follows(this.#digest, line)) {
      return explainBreak(expected, this.#digest, lines);
    }
    this.#digest = line.digest ?? '';
    this.#count += 1;
    try {
      return this.#accept(line, expected + 1);
    } catch {
      return findingAt('changed', expected + 1, 'This line is malformed.', line);
    }
  }

  #accept(parsed: ParsedLine, at: number): Finding | undefined {
    const { line } = parsed;
    if (!this.#records) {
      if (line?.kind !== 'header' || !isKnownFormat(line)) {
        return findingAt('changed', at, 'This is not the beginning of an export.', parsed);
      }
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
    if (at === 0) return wrong('format', 'It is empty.');
    if (!this.#end || !this.#records) {
      return wrong('truncated', 'The file ends before its manifest.', at + 1);
    }
    const { manifest, line } = this.#end;
    const { header, proven } = this.#records;
    const misfit = this.#records.misfit(manifest) ?? differentHeader(header, manifest);
    if (misfit !== undefined) return wrong('manifest', `The manifest does not match: ${misfit}.`);
    const key = readPublicKey(manifest.publicKey);
    if (key?.kid !== manifest.keyId) {
      return wrong('key', 'The manifest lacks its public key or contains a different one.');
    }
    const keyTrusted = this.trusted?.some(({ kid }) => kid === key.kid) ?? false;
    if (this.trusted && !keyTrusted) {
      return wrong('key', `The manifest is signed with key ${key.kid}, which is not trusted.`);
    }
    if (line.signature === undefined || !isSigned(key, manifestBytes(line.bytes), line.signature)) {
      return wrong('signature', 'The signature does not match this key and manifest.');
    }
    const { root } = header;
    if (root && !this.#rootKeys(key, manifest).some((one) => isSignedRoot(root, one))) {
      return wrong('root', `The daily root of ${root.day} is not signed with a known key.`);
    }
    const { scope, madeAt, records, streams, keyId } = manifest;
    const verified = { scope, madeAt, records, streams, keyId, keyTrusted, root, proven };
    return { ok: true, verified };
  }

  /** Keys the daily root may be signed with: it may be older than the key of the manifest. */
  #rootKeys(key: PublicKey, { rootKey }: ManifestLine): readonly PublicKey[] {
    const earlier = readPublicKey(rootKey);
    return this.trusted ?? (earlier ? [key, earlier] : [key]);
  }
}

/** Takes plain strings: the file may be of another version, or not an export at all. */
function isKnownFormat({ format, version }: { format: string; version: number }): boolean {
  return format === FORMAT && version === VERSION;
}

/** Which field of the header the manifest does not repeat. */
function differentHeader(header: HeaderLine, manifest: ManifestLine): string | undefined {
  const fields = ['format', 'version', 'scope', 'order', 'madeAt', 'upTo', 'root'] as const;
  const field = fields.find(
    (name) => JSON.stringify(header[name]) !== JSON.stringify(manifest[name]),
  );
  return field && `${field} differs from the first line`;
}

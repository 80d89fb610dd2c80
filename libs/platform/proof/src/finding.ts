import type { ManifestLine } from './export-lines.js';
import { follows, type ParsedLine, parseLine } from './read-lines.js';

const FIRST_BYTES = '{"n":0,"kind":"header",';
const CARRIAGE_RETURN = 0x0d;

/**
 * What is wrong: the file is no export; the log was damaged before the export; a line was changed, dropped, swapped or inserted; the
 * end of the file is missing; the manifest does not match the lines; the signature or key does not match the manifest; the daily root
 * or a proof does not hold.
 */
export type Problem =
  | 'format'
  | 'damaged'
  | 'changed'
  | 'dropped'
  | 'swapped'
  | 'inserted'
  | 'truncated'
  | 'manifest'
  | 'signature'
  | 'key'
  | 'root';

/** The first problem of an export. */
export interface Finding {
  readonly problem: Problem;
  /** 1-based line of the file. */
  readonly line: number;
  /** Stream and revision of the record on that line, if readable. */
  readonly stream?: string;
  readonly revision?: number;
  readonly message: string;
}

/** The facts of a verified export. */
export interface Verified extends Pick<
  ManifestLine,
  'scope' | 'madeAt' | 'records' | 'streams' | 'keyId' | 'root'
> {
  /** Whether the key is among the trusted ones. */
  readonly keyTrusted: boolean;
  /** Number of streams proven against the daily root. */
  readonly proven: number;
}

/** The result of a verification. */
export type Verdict =
  | { readonly ok: true; readonly verified: Verified }
  | { readonly ok: false; readonly finding: Finding };

/** Makes a finding that names the record of a line. */
export function findingAt(
  problem: Problem,
  line: number,
  message: string,
  parsed?: ParsedLine,
): Finding {
  const record = parsed?.line as { stream?: unknown; revision?: unknown } | undefined;
  return {
    problem,
    line,
    ...(typeof record?.stream === 'string' && { stream: record.stream }),
    ...(typeof record?.revision === 'number' && { revision: record.revision }),
    message,
  };
}

/**
 * Explains why the chain of lines breaks. The place is certain; what happened is inferred from the numbers and digests around it.
 * @param expected the number that the line should have, 0-based
 * @param previous digest of the line before it
 */
export function explainBreak(
  expected: number,
  previous: string,
  [line, next, third]: readonly [ParsedLine, ParsedLine?, ParsedLine?],
): Finding {
  const at = expected + 1;
  const found = (problem: Finding['problem'], message: string): Finding =>
    findingAt(problem, at, message, line);
  const { n, digest } = line;
  if (expected === 0 && !beginsExport(line) && (digest ?? next?.digest) === undefined) {
    return found('format', 'It is not an export of this service.');
  }
  if (!line.ended) {
    const isWhole = line.line?.kind === 'manifest' && follows(previous, { ...line, ended: true });
    return found(
      'truncated',
      isWhole
        ? 'Only the line feed that ends the file is missing: append it.'
        : 'The file ends in the middle of this line.',
    );
  }
  if (hasOtherEnd(previous, line)) {
    return found('changed', 'The ends of lines were changed from LF to CRLF: change them back.');
  }
  // If the next line still follows, the problem is in this line or before it.
  const nextFollows = digest !== undefined && next !== undefined && follows(digest, next);
  if (n === undefined || n === expected) {
    if (!nextFollows && next?.n === expected) {
      return found('inserted', 'This line was inserted: the next one has the same number.');
    }
    return found('changed', 'This line was changed: its digest does not match its contents.');
  }
  if (nextFollows && next.n === expected + 1) {
    return found('changed', 'This line was changed: its number is not the original one.');
  }
  if (n > expected) {
    if (next?.n === expected && n === expected + 1 && third?.n !== n) {
      return found('swapped', 'This line was swapped with the next one.');
    }
    if (next?.n === expected) {
      return found('inserted', 'This line was inserted: the next one belongs here.');
    }
    if (next?.n === expected + 1) {
      return found('swapped', `This is line ${n + 1}: it was swapped with a later one.`);
    }
    const missing = n - expected === 1 ? `Line ${at} is` : `Lines ${at} to ${n} are`;
    return found('dropped', `${missing} missing before this one.`);
  }
  return found('inserted', `This line was inserted: it repeats line ${n + 1}.`);
}

/** Whether a line, or what is left of it, is the first one of an export of any version. */
function beginsExport({ bytes }: ParsedLine): boolean {
  const text = bytes.toString('latin1');
  return text !== '' && text.startsWith(FIRST_BYTES.slice(0, text.length));
}

/** Whether only a carriage return was added to a line, as by mail or a transfer in text mode. */
function hasOtherEnd(previous: string, { bytes, ended }: ParsedLine): boolean {
  if (bytes.at(-1) !== CARRIAGE_RETURN) return false;
  return follows(previous, parseLine({ bytes: bytes.subarray(0, -1), ended }));
}

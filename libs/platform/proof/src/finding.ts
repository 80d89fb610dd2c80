import type { ManifestLine } from './export-lines.js';
import { follows, type ParsedLine } from './parsed-line.js';

/**
 * What is wrong: a line that was changed, left out, moved or put in; the end of the file missing; a manifest that does not
 * fit the lines; a signature or a key that does not fit the manifest; a daily root or a proof that does not hold.
 */
export type Problem =
  | 'changed'
  | 'dropped'
  | 'swapped'
  | 'inserted'
  | 'truncated'
  | 'manifest'
  | 'signature'
  | 'key'
  | 'root';

/** The first thing that is wrong with an export. */
export interface Finding {
  readonly problem: Problem;
  /** 1-based number of the line in the file where it shows. */
  readonly line: number;
  /** Stream and revision of the record that line holds, as far as it tells. */
  readonly stream?: string;
  readonly revision?: number;
  readonly message: string;
}

/** What was verified. */
export interface Verified extends Pick<
  ManifestLine,
  'scope' | 'madeAt' | 'records' | 'streams' | 'keyId' | 'root'
> {
  /** Whether the key is one the verifier was told to trust. */
  readonly keyTrusted: boolean;
  /** Streams that are proven against the daily root. */
  readonly proven: number;
}

/** What comes of a verification. */
export type Verdict =
  | { readonly ok: true; readonly verified: Verified }
  | { readonly ok: false; readonly finding: Finding };

/** A finding that names the record of a line. */
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
 * Says what happened where the chain of lines breaks. The place is certain; what happened there is told by the numbers and
 * digests of the lines around it.
 * @param expected number the line should have; 0-based, the line of the file is one more
 */
export function explainBreak(
  expected: number,
  [line, next, third]: readonly [ParsedLine, ParsedLine?, ParsedLine?],
): Finding {
  const at = expected + 1;
  const found = (problem: Finding['problem'], message: string): Finding =>
    findingAt(problem, at, message, line);
  const { n, digest } = line;
  if (!line.ended) return found('truncated', 'The file ends in the middle of this line.');
  // The line after it still follows: whatever is wrong is in this line or before it.
  const nextFollows = digest !== undefined && next !== undefined && follows(digest, next);
  if (n === undefined || n === expected) {
    if (!nextFollows && next?.n === expected) {
      return found('inserted', 'This line was put in: the next one has its number.');
    }
    return found('changed', 'This line was changed: its digest does not fit its contents.');
  }
  if (nextFollows && next.n === expected + 1) {
    const message = 'This line was changed: its number is not the one it was written with.';
    return found('changed', message);
  }
  if (n > expected) {
    if (next?.n === expected && n === expected + 1 && third?.n !== n) {
      return found('swapped', 'This line changed places with the next one.');
    }
    if (next?.n === expected) {
      return found('inserted', 'This line was put in: the next one is the one that belongs here.');
    }
    if (next?.n === expected + 1) {
      return found('swapped', `Line ${n + 1} stands here: it changed places with a later one.`);
    }
    const missing = n - expected === 1 ? `Line ${at} is` : `Lines ${at} to ${n} are`;
    return found('dropped', `${missing} missing: this is what followed.`);
  }
  return found('inserted', `This line was put in: it repeats line ${n + 1}.`);
}

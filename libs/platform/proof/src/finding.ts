import type { ManifestLine } from './export-lines.js';
import type { ParsedLine } from './parsed-line.js';

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

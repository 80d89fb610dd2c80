import { actualDigest, type ExportLine, statedDigest, withoutSignature } from './export-lines.js';
import type { FileLine } from './read-lines.js';

/** A line as the verifier sees it. What a damaged line does not tell is undefined. */
export interface ParsedLine {
  /** The bytes the digest is over; without the signature of a manifest. */
  readonly bytes: Buffer;
  readonly ended: boolean;
  readonly signature: string | undefined;
  /** The digest it states. */
  readonly digest: string | undefined;
  /** The number it states. */
  readonly n: number | undefined;
  /** What it says, not checked beyond being an object with a kind. */
  readonly line: ExportLine | undefined;
}

/** Takes a line apart. Never throws. */
export function parseLine({ bytes, ended }: FileLine): ParsedLine {
  const parts = withoutSignature(bytes);
  const signed = parts?.signed ?? bytes;
  const value = jsonOf(signed);
  const { n, kind } = value ?? {};
  return {
    bytes: signed,
    ended,
    signature: parts?.signature,
    digest: statedDigest(signed),
    n: typeof n === 'number' ? n : undefined,
    line: typeof kind === 'string' ? (value as unknown as ExportLine) : undefined,
  };
}

/** Whether a line follows a digest and is as it was written. */
export function follows(previous: string, line: ParsedLine): boolean {
  return (
    line.ended && line.digest !== undefined && line.digest === actualDigest(previous, line.bytes)
  );
}

function jsonOf(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

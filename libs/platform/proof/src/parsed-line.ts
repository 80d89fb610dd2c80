import { actualDigest, type ExportLine, statedDigest, withoutSignature } from './export-lines.js';
import type { FileLine } from './read-lines.js';

/** A line as the verifier sees it. Parts that a damaged line lacks are undefined. */
export interface ParsedLine {
  /** The bytes that the digest covers: without the signature of a manifest. */
  readonly bytes: Buffer;
  readonly ended: boolean;
  readonly signature: string | undefined;
  /** As stated in the line. */
  readonly digest: string | undefined;
  /** As stated in the line. */
  readonly n: number | undefined;
  /** Only checked to be an object with a kind. */
  readonly line: ExportLine | undefined;
}

/** Parses a line. Never throws. */
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

/** Whether a line is unchanged and follows a line with this digest. */
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

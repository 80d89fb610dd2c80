import { crc32 } from 'node:zlib';
import { NO_CHECKSUM } from './log-record.js';

const QUOTE = 34;
const BRACKET = 93;
/** Length of the mark that ends a closing record: `"]` and the newline. In other records the last field, metadata, is an object. */
export const CLOSE_MARK = 3;
/** Length of what follows the checksum in its line: `"]`. */
const AFTER_CHECKSUM = 2;
const CLOSE_BYTES = NO_CHECKSUM.length + AFTER_CHECKSUM;
/** Number of bytes from the checksum of an append to its end. */
export const CHECKSUM_BYTES = CLOSE_BYTES + 1;

/** Whether the record with its newline at `newline` closes an append. */
export function isClosing(bytes: Buffer, newline: number): boolean {
  return bytes[newline + 1 - CLOSE_MARK] === QUOTE;
}

/**
 * Writes the checksum into the closing record of the append between `start` and the newline at `newline`. It covers the append up to
 * itself and continues the checksum of the previous append, so neither a torn page nor a complete append left over from a
 * failed write passes as part of the log.
 */
export function enterChecksum(
  bytes: Buffer,
  start: number,
  newline: number,
  before: number,
): number {
  const at = newline - CLOSE_BYTES;
  const checksum = crc32(bytes.subarray(start, at), before);
  bytes.write(textOf(checksum), at, 'latin1');
  return checksum;
}

/** Checksum of an intact append that follows one with the checksum `before`; undefined if it is not what was written. */
export function checksumIfWhole(
  bytes: Buffer,
  start: number,
  newline: number,
  before: number,
): number | undefined {
  const at = newline - CLOSE_BYTES;
  if (at < start || bytes[newline - 1] !== BRACKET) return undefined;
  const checksum = crc32(bytes.subarray(start, at), before);
  const written = bytes.toString('latin1', at, newline - AFTER_CHECKSUM);
  return written === textOf(checksum) ? checksum : undefined;
}

/** The checksum stored in the last {@link CHECKSUM_BYTES} of an append; undefined if there is none. */
export function checksumAtEnd(end: Buffer): number | undefined {
  const written = end.toString('latin1', 0, NO_CHECKSUM.length);
  return /^[\da-f]{8}$/.test(written) ? Number.parseInt(written, 16) : undefined;
}

function textOf(checksum: number): string {
  return checksum.toString(16).padStart(NO_CHECKSUM.length, '0');
}

import { crc32 } from 'node:zlib';
import { NO_CHECKSUM } from './log-record.js';

const QUOTE = 34;
/** Bytes that tell a record that closes an append: `"]` and the newline. Metadata, the last field of any other, is an object. */
export const CLOSE_MARK = 3;
/** What follows the checksum on its line: `"]`. */
const AFTER_CHECKSUM = 2;
const CLOSE_BYTES = NO_CHECKSUM.length + AFTER_CHECKSUM;
/** Bytes from the checksum of an append to its end. */
export const CHECKSUM_BYTES = CLOSE_BYTES + 1;

/** Whether the record whose newline stands at `newline` closes an append. */
export function isClosing(bytes: Buffer, newline: number): boolean {
  return bytes[newline + 1 - CLOSE_MARK] === QUOTE;
}

/**
 * Enters the checksum in the closing record of an append that stands in `bytes` from `start` up to its newline at `newline`.
 * It covers the append up to itself and continues the checksum of the append before, so that neither a torn page nor
 * a whole append left over from a write that failed can pass for a part of the log.
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

/** The checksum of an append that stands there as it was written after one with the checksum `before`; undefined for any other. */
export function checksumIfWhole(
  bytes: Buffer,
  start: number,
  newline: number,
  before: number,
): number | undefined {
  const at = newline - CLOSE_BYTES;
  if (at < start) return undefined;
  const checksum = crc32(bytes.subarray(start, at), before);
  const written = bytes.toString('latin1', at, newline - AFTER_CHECKSUM);
  return written === textOf(checksum) ? checksum : undefined;
}

/** The checksum that an append carries, from its last {@link CHECKSUM_BYTES}; undefined when there is none. */
export function checksumAtEnd(end: Buffer): number | undefined {
  const written = end.toString('latin1', 0, NO_CHECKSUM.length);
  return /^[\da-f]{8}$/.test(written) ? Number.parseInt(written, 16) : undefined;
}

function textOf(checksum: number): string {
  return checksum.toString(16).padStart(NO_CHECKSUM.length, '0');
}

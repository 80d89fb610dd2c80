import { crc32 } from 'node:zlib';

/** Bytes of the checksum at the end of a checked value. */
export const CHECKSUM_BYTES = 4;

/** Fills the end of `room` with a CRC-32 of a key and the value before it. */
export function withChecksum(key: Uint8Array | string, room: Buffer): Buffer {
  const end = room.length - CHECKSUM_BYTES;
  room.writeUInt32BE(crc32(room.subarray(0, end), crc32(key)), end);
  return room;
}

/** The value before the checksum, not copied; undefined if key or value are not those that {@link withChecksum} had. */
export function valueOfChecked(key: Uint8Array | string, stored: Buffer): Buffer | undefined {
  const end = stored.length - CHECKSUM_BYTES;
  if (end < 0) return undefined;
  const value = stored.subarray(0, end);
  return crc32(value, crc32(key)) === stored.readUInt32BE(end) ? value : undefined;
}

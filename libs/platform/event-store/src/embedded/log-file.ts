import { constants, fdatasyncSync, fstatSync, readSync, write } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CLOSE_MARK, isClosing, NEWLINE } from './log-record.js';

export const CHUNK_BYTES = 256 * 1024;

/** Receives a record and the offset after it. Returns false to stop. */
export type Visit = (record: string, end: number) => boolean;

/** Makes the file names in a directory durable; a new file is safe only if its name is. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, constants.O_RDONLY);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/**
 * The records: one line of JSON each, in a file that only grows. Unlike in LMDB, whose mapped pages count as resident memory of the process
 * once read, caching is up to the operating system. A write is on disk when it returns (O_DSYNC), which makes an append
 * durable. The last record of an append closes it with a checksum; an incomplete append at the end of the file never happened.
 */
export class LogFile {
  #buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);

  private constructor(private readonly file: FileHandle) {}

  /** Opens the file; unless `readOnly`, creates it durably if missing. */
  static async open(path: string, readOnly: boolean): Promise<LogFile> {
    if (readOnly) return new LogFile(await open(path, constants.O_RDONLY));
    const file = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_DSYNC, 0o600);
    await syncDirectory(dirname(path));
    return new LogFile(file);
  }

  /** Size of the file, including appends that are being written or torn. */
  size(): number {
    return fstatSync(this.file.fd).size;
  }

  /** Flushes another process's writes. Returns false if it fails, or if the writer has cut off data before `end`. */
  flush(end: number): boolean {
    try {
      fdatasyncSync(this.file.fd);
    } catch {
      return false;
    }
    return this.size() >= end;
  }

  /** Truncates the file to `end`. The rest is on disk once it resolves. */
  async truncate(end: number): Promise<void> {
    await this.file.truncate(end);
    await this.file.sync();
  }

  /** Writes the first `length` bytes of a buffer at an offset; on disk once it resolves. */
  write(bytes: Buffer, length: number, offset: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const from = (written: number): void => {
        // The callback API costs the main thread half as much as a FileHandle.
        write(this.file.fd, bytes, written, length - written, offset + written, (error, count) => {
          if (error) reject(error);
          else if (written + count === length) resolve();
          else from(written + count);
        });
      };
      from(0);
    });
  }

  /** Reads `length` bytes at `offset` into a buffer that the next read overwrites. */
  bytes(offset: number, length: number): Buffer {
    if (length > this.#buffer.length) this.#buffer = Buffer.allocUnsafeSlow(length);
    let read = 0;
    while (read < length) {
      const count = readSync(this.file.fd, this.#buffer, read, length - read, offset + read);
      if (count === 0) throw new Error(`the log ends unexpectedly at ${offset + read}`);
      read += count;
    }
    return this.#buffer.subarray(0, length);
  }

  /** Frees the memory of an unusually long read. */
  shrink(): void {
    if (this.#buffer.length > 4 * CHUNK_BYTES) this.#buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  }

  /** The last record boundary at or before `offset`. */
  boundary(offset: number): number {
    for (let size = 1; ; size = Math.min(2 * size, offset)) {
      const length = Math.min(size, offset);
      if (length === 0) return 0;
      const newline = this.bytes(offset - length, length).lastIndexOf(NEWLINE);
      if (newline !== -1) return offset - length + newline + 1;
      if (length === offset) return 0;
    }
  }

  /** Whether the record that ends at the record boundary `end` closes an append. */
  closesAppend(end: number): boolean {
    return isClosing(this.bytes(end - CLOSE_MARK, CLOSE_MARK), CLOSE_MARK - 1);
  }

  /** Visits the unverified records of a chunk, from a record boundary up to `limit`. Returns the offset after the last visited one. */
  forwards(from: number, limit: number, visit: Visit): number {
    for (let size = CHUNK_BYTES; ; size *= 2) {
      const length = Math.min(size, limit - from);
      const bytes = this.bytes(from, length);
      let start = 0;
      for (;;) {
        const newline = bytes.indexOf(NEWLINE, start);
        if (newline === -1) break;
        const record = bytes.toString('utf8', start, newline);
        start = newline + 1;
        if (!visit(record, from + start)) break;
      }
      if (start > 0) {
        this.shrink();
        return from + start;
      }
      if (length === limit - from) throw new Error(`no record ends between ${from} and ${limit}`);
    }
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}

import protobuf, { type Reader, type Writer } from 'protobufjs/minimal.js';

/** Protobuf wire type of fields with a length, such as strings and messages. */
const DELIMITED = 2;

/** A protobuf message with fields decoded on demand. The generated classes create a dozen objects per event, most of them never used. */
export class WireMessage {
  private constructor(
    private readonly reader: Reader,
    private readonly start = 0,
    private readonly end = reader.len,
  ) {}

  static of(bytes: Buffer): WireMessage {
    return new WireMessage(protobuf.Reader.create(bytes));
  }

  /** Reads a number, exact up to 2^53. */
  number(field: number): number | undefined {
    if (!this.#find(field)) return undefined;
    const { high, low } = this.reader.uint64();
    return (high >>> 0) * 2 ** 32 + (low >>> 0);
  }

  text(field: number): string | undefined {
    return this.#find(field) ? this.reader.string() : undefined;
  }

  message(field: number): WireMessage | undefined {
    return this.#find(field) ? this.#message() : undefined;
  }

  /** Reads all occurrences of a repeated field. */
  *messages(field: number): Generator<WireMessage, void, undefined> {
    for (let at = this.start; this.#find(field, at);) {
      const message = this.#message();
      at = message.end;
      yield message;
    }
  }

  get length(): number {
    return this.end - this.start;
  }

  #message(): WireMessage {
    const length = this.reader.uint32();
    return new WireMessage(this.reader, this.reader.pos, this.reader.pos + length);
  }

  /** Moves to the value of the next occurrence of a field. */
  #find(field: number, from = this.start): boolean {
    this.reader.pos = from;
    while (this.reader.pos < this.end) {
      const key = this.reader.uint32();
      if (key >>> 3 === field) return true;
      this.reader.skipType(key & 7);
    }
    return false;
  }
}

/** Encodes a protobuf message. */
export class WireWriter {
  readonly #writer = protobuf.Writer.create();

  number(field: number, value: number): void {
    this.#writer.uint32(field * 8).uint64(value);
  }

  text(field: number, text: string): void {
    this.#begin(field).string(text);
  }

  /** Writes a nested message; empty without `write`. */
  message(field: number, write?: () => void): void {
    this.#begin(field).fork();
    write?.();
    this.#writer.ldelim();
  }

  written(): Buffer {
    return this.#writer.finish() as Buffer;
  }

  #begin(field: number): Writer {
    return this.#writer.uint32(field * 8 + DELIMITED);
  }
}

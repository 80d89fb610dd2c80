/** Kinds of fields on the wire. */
const VARINT = 0;
const FIXED_64 = 1;
const DELIMITED = 2;
const FIXED_32 = 5;

/**
 * A message as the server sent it, of which single fields are read: the generated classes make a dozen objects of each event, most of
 * which nobody looks at.
 */
export class WireMessage {
  #at: number;

  constructor(
    private readonly bytes: Buffer,
    private readonly start = 0,
    private readonly end = bytes.length,
  ) {
    this.#at = start;
  }

  /** A number; exact up to 2^53. */
  number(field: number): number | undefined {
    return this.#find(field) ? this.#varint() : undefined;
  }

  text(field: number): string | undefined {
    if (!this.#find(field)) return undefined;
    const length = this.#varint();
    return this.bytes.toString('utf8', this.#at, this.#at + length);
  }

  message(field: number): WireMessage | undefined {
    return this.#find(field) ? this.#message() : undefined;
  }

  /** Each of a repeated field. */
  *messages(field: number): Generator<WireMessage, void, undefined> {
    for (let at = this.start; this.#find(field, at); at = this.#at) {
      const message = this.#message();
      this.#at = message.end;
      yield message;
    }
  }

  get length(): number {
    return this.end - this.start;
  }

  #message(): WireMessage {
    const length = this.#varint();
    return new WireMessage(this.bytes, this.#at, this.#at + length);
  }

  /** Goes to the value of the next such field. */
  #find(field: number, from = this.start): boolean {
    this.#at = from;
    while (this.#at < this.end) {
      const key = this.#varint();
      if (key >>> 3 === field) return true;
      this.#pass(key & 7);
    }
    return false;
  }

  #pass(kind: number): void {
    if (kind === VARINT) this.#varint();
    else if (kind === DELIMITED) {
      const length = this.#varint();
      this.#at += length;
    } else if (kind === FIXED_64) this.#at += 8;
    else if (kind === FIXED_32) this.#at += 4;
    else throw new Error(`the server sent a field of kind ${kind}`);
  }

  #varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.bytes[this.#at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }
}

/** A message on its way to the server, written from its end to its beginning: so the length of each part is known. */
export class WireWriter {
  #bytes: Buffer;
  #at: number;

  /** @param size bytes that it has, about */
  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafe(size);
    this.#at = size;
  }

  number(field: number, value: number): void {
    this.#varint(value);
    this.#varint(field * 8 + VARINT);
  }

  text(field: number, text: string): void {
    const length = Buffer.byteLength(text);
    this.#goBack(length);
    this.#bytes.write(text, this.#at);
    this.#delimited(field, length);
  }

  /** A message in the message; without anything in it, an empty one. */
  message(field: number, write?: () => void): void {
    const behind = this.#behind;
    write?.();
    this.#delimited(field, this.#behind - behind);
  }

  written(): Buffer {
    return this.#bytes.subarray(this.#at);
  }

  /** How many bytes have been written. */
  get #behind(): number {
    return this.#bytes.length - this.#at;
  }

  #delimited(field: number, length: number): void {
    this.#varint(length);
    this.#varint(field * 8 + DELIMITED);
  }

  #goBack(length: number): void {
    if (this.#at < length) {
      const written = this.written();
      this.#at += this.#bytes.length + length;
      this.#bytes = Buffer.allocUnsafe(this.#at + written.length);
      written.copy(this.#bytes, this.#at);
    }
    this.#at -= length;
  }

  #varint(value: number): void {
    let size = 1;
    for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size += 1;
    this.#goBack(size);
    let rest = value;
    for (let at = this.#at; at < this.#at + size; at++, rest = Math.floor(rest / 128)) {
      this.#bytes[at] = rest < 128 ? rest : (rest % 128) + 128;
    }
  }
}

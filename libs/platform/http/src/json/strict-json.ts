import { isAscii, isUtf8 } from 'node:buffer';
import { NamedError } from '#libs/platform/kernel';

/** A number of a JSON text, exactly as written. */
export class JsonNumber {
  constructor(readonly text: string) {}
}

/** A JSON object: a map, so that no key can touch a prototype. */
export type JsonMap = ReadonlyMap<string, Json>;

/** What {@link parseJson} yields. */
export type Json = string | boolean | null | JsonNumber | readonly Json[] | JsonMap;

/** The text is not the JSON this service accepts. The message names places, never content. */
export class JsonSyntaxError extends NamedError {}

/** No body of the interface nests deeper than 6. */
const MAX_DEPTH = 32;

/** No body that is right has more: one of 1 MiB has a value in some ten bytes. Three bytes of `{},` take some hundred in memory. */
const MAX_VALUES = 100_000;

/** No object that is right has more; what is wrong with each key of a larger one would take long to say. */
const MAX_KEYS = 1_000;

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** Characters looked at together, and those of a string that are read one by one before, which is faster for short ones. */
const BLOCK = 4096;
const SHORT = 64;
const PLAIN_BLOCK = /^[A-Za-z0-9+/=_-]+$/;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * Reads UTF-8 JSON strictly ([request.numbers], [errors.malformed]): numbers are kept as written, a key that comes twice is refused, so is
 * nesting deeper than 32, a text of more than 100,000 values, and an object of more than 1,000 keys. Neither `JSON.parse` nor lossless-json does all of that; long Base64 strings are sliced, not built
 * character by character.
 *
 * @param found told how many values there are
 * @throws JsonSyntaxError
 */
export function parseJson(bytes: Buffer, found?: (values: number) => void): Json {
  if (!isUtf8(bytes)) throw new JsonSyntaxError('The body is not valid UTF-8.');
  const parser = new Parser(bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8'));
  const json = parser.parse();
  found?.(parser.values);
  return json;
}

/** {@link parseJson} for text that is already decoded. */
export function parseJsonText(text: string): Json {
  return new Parser(text).parse();
}

class Parser {
  #at: number;
  /** Read so far. */
  values = 0;

  constructor(private readonly text: string) {
    this.#at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  }

  parse(): Json {
    const value = this.#value(0);
    this.#next();
    if (this.#at < this.text.length) this.#fail();
    return value;
  }

  /** Code of the next character that is not white space; NaN at the end. */
  #next(): number {
    for (;;) {
      const code = this.text.charCodeAt(this.#at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return code;
      this.#at++;
    }
  }

  #fail(): never {
    throw new JsonSyntaxError(
      this.#at >= this.text.length
        ? 'The JSON text ends too early.'
        : `Not valid JSON at character ${this.#at + 1}.`,
    );
  }

  #value(depth: number): Json {
    if (++this.values > MAX_VALUES) {
      throw new JsonSyntaxError(`The JSON text has more than ${MAX_VALUES} values.`);
    }
    switch (this.#next()) {
      case QUOTE:
        return this.#string();
      case OPEN_BRACE:
        return this.#object(depth + 1);
      case OPEN_BRACKET:
        return this.#array(depth + 1);
      case 116: // t
        return this.#word('true', true);
      case 102: // f
        return this.#word('false', false);
      case 110: // n
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #word<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.#at)) this.#fail();
    this.#at += word.length;
    return value;
  }

  #number(): JsonNumber {
    NUMBER.lastIndex = this.#at;
    if (!NUMBER.test(this.text)) this.#fail();
    const number = this.text.slice(this.#at, NUMBER.lastIndex);
    this.#at = NUMBER.lastIndex;
    return new JsonNumber(number);
  }

  #string(): string {
    const start = ++this.#at;
    let escaped = false;
    for (;;) {
      const code = this.text.charCodeAt(this.#at);
      if (code === QUOTE) break;
      if (code === BACKSLASH) {
        escaped = true;
        this.#at += 2;
      } else if (code >= 32) {
        this.#at++;
        if (this.#at === start + SHORT) this.#skipPlainBlocks();
      } else {
        this.#fail();
      }
    }
    const end = this.#at++;
    if (!escaped) return this.text.slice(start, end);
    try {
      return JSON.parse(this.text.slice(start - 1, end + 1)) as string;
    } catch {
      throw new JsonSyntaxError(
        `Not a valid escape in the string that starts at character ${start}.`,
      );
    }
  }

  /** Moves over long runs of text without quote, escape or control character, such as Base64, at the speed of native code. */
  #skipPlainBlocks(): void {
    while (this.text.length - this.#at > BLOCK) {
      const block = this.text.slice(this.#at, this.#at + BLOCK);
      if (!PLAIN_BLOCK.test(block)) return;
      this.#at += BLOCK;
    }
  }

  #object(depth: number): JsonMap {
    this.#enter(depth);
    const object = new Map<string, Json>();
    if (this.#next() === CLOSE_BRACE) return this.#leave(object);
    for (;;) {
      if (this.#next() !== QUOTE) this.#fail();
      const start = this.#at;
      const key = this.#string();
      if (object.has(key)) {
        throw new JsonSyntaxError(`The key at character ${start + 1} comes twice in its object.`);
      }
      if (this.#next() !== COLON) this.#fail();
      this.#at++;
      if (object.size === MAX_KEYS) {
        throw new JsonSyntaxError(`An object of the JSON text has more than ${MAX_KEYS} keys.`);
      }
      object.set(key, this.#value(depth));
      if (this.#next() === CLOSE_BRACE) return this.#leave(object);
      if (this.#next() !== COMMA) this.#fail();
      this.#at++;
    }
  }

  #array(depth: number): readonly Json[] {
    this.#enter(depth);
    const array: Json[] = [];
    if (this.#next() === CLOSE_BRACKET) return this.#leave(array);
    for (;;) {
      array.push(this.#value(depth));
      if (this.#next() === CLOSE_BRACKET) return this.#leave(array);
      if (this.#next() !== COMMA) this.#fail();
      this.#at++;
    }
  }

  #enter(depth: number): void {
    if (depth > MAX_DEPTH)
      throw new JsonSyntaxError(`The JSON text nests deeper than ${MAX_DEPTH}.`);
    this.#at++;
  }

  #leave<T>(value: T): T {
    this.#at++;
    return value;
  }
}

import { isAscii, isUtf8 } from 'node:buffer';
import { NamedError } from '#libs/platform/kernel';

/** A number of a JSON text, exactly as written. */
export class JsonNumber {
  constructor(readonly text: string) {}
}

/** A JSON object. A map, so that keys can't touch a prototype. */
export type JsonMap = ReadonlyMap<string, Json>;

/** A parsed JSON value. */
export type Json = string | boolean | null | JsonNumber | readonly Json[] | JsonMap;

/** The text is not acceptable JSON. The message names positions, never content. */
export class JsonSyntaxError extends NamedError {}

/** Valid bodies nest no deeper than 6. */
const MAX_DEPTH = 32;

/** Valid bodies have fewer: 1 MiB with a value every ten bytes. The limit exists because three bytes of `{},` take a hundred in memory. */
const MAX_VALUES = 100_000;

/** Valid objects have fewer. The limit exists because every unknown key takes time to report. */
const MAX_KEYS = 1_000;

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** Characters checked at once by a regular expression, after the first {@link SHORT} of a string. */
const BLOCK = 4096;
const SHORT = 64;
const PLAIN_BLOCK = /^[A-Za-z0-9+/=_-]+$/;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * Parses UTF-8 JSON strictly ([request.numbers], [errors.malformed]). Numbers are kept as written. Duplicate keys, nesting deeper than 32,
 * more than 100,000 values, and objects with more than 1,000 keys are refused. Neither `JSON.parse` nor lossless-json does all of that,
 * and long Base64 strings are sliced instead of built character by character.
 * @param onValues receives the number of values
 * @throws JsonSyntaxError
 */
export function parseJson(bytes: Buffer, onValues?: (values: number) => void): Json {
  if (!isUtf8(bytes)) throw new JsonSyntaxError('The body is not valid UTF-8.');
  const parser = new Parser(bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8'));
  const json = parser.parse();
  onValues?.(parser.values);
  return json;
}

/** {@link parseJson} for text that is already decoded. */
export function parseJsonText(text: string): Json {
  return new Parser(text).parse();
}

class Parser {
  #at: number;
  /** Number of values read so far. */
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

  /** Returns the code of the next character that is not white space; NaN at the end. */
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

  /** Skips long runs of text without quotes, escapes and control characters, such as Base64, at the speed of native code. */
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

import type { Readable } from 'node:stream';
import { omit, type Problem } from '#libs/platform/kernel';
import { encodeConsistencyToken } from './consistency.js';
import { contentTag, entityTag, type Form } from './etag.js';

/** Where a command's events stand: the newest revision of the stream and its position in the log. */
export interface Written {
  readonly revision: number;
  readonly position: bigint;
  /** An earlier request with the same `Idempotency-Key` has left them. */
  readonly repeated?: boolean;
}

/** The items that a list begins with. */
interface Beginning<T> {
  readonly items: readonly T[];
  /** The items as JSON without the brackets, where that is known. */
  readonly json?: string | undefined;
}

/** The items of a list: those that are there when the answer begins, and those that are read while it goes out. */
export class ListBody<T = unknown> {
  #beginning: Beginning<T>;

  constructor(
    beginning: Beginning<T>,
    readonly more?: () => AsyncIterable<readonly T[]>,
  ) {
    this.#beginning = beginning;
  }

  /** Lets go of the items there are: the answer itself is kept until its reader has all of it. */
  take(): Beginning<T> {
    const beginning = this.#beginning;
    this.#beginning = { items: [] };
    return beginning;
  }
}

/** What may come with an answer to a read. */
export interface ReadDetails {
  /** Gives the answer an `ETag`, and a 304 to a caller that has the document. */
  readonly revision?: number | undefined;
  /** How the document reads, if not as usual: a caller that has another form of the revision gets this one. */
  readonly form?: Form | undefined;
  /** Cursor of the next page of a list: the answer carries its absolute URL as `Link`. */
  readonly next?: string | undefined;
  /** More headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Of a body that is sent as it comes: the newest position written, asked for at its end, for the trailer `X-Consistency-Token`. */
  readonly newest?: () => bigint;
}

interface AnswerParts extends ReadDetails {
  /** Path of the resource; the answer carries its absolute URL as `Location`. */
  readonly path?: string | undefined;
  readonly written?: Written | undefined;
  /** Media type of a body that is not JSON. */
  readonly type?: string;
  /** Entity tag of a body without revision. */
  readonly tag?: string;
}

/**
 * A finished answer: controllers return one. Bodies are JSON; without a body the answer is empty ([request.json]). `B` is what
 * the JSON is of, which has to be what the method {@link Describes}; undefined where there is none.
 */
export class Answer<out B = undefined> {
  declare private readonly shows: B;

  private constructor(
    readonly status: number,
    readonly body: unknown,
    readonly parts: AnswerParts,
  ) {}

  /** 201 with the `Location` of the new resource; empty unless a body is given. */
  static created<B = undefined>(path: string, written: Written, body?: B): Answer<B> {
    return new Answer<B>(201, body, { path, written });
  }

  /** 200 after an update; empty and without `Location` unless a body and a path are given. */
  static updated<B = undefined>(
    written: Written | undefined,
    more: { readonly path?: string; readonly body?: B } = {},
  ): Answer<B> {
    return new Answer<B>(200, more.body, { path: more.path, written });
  }

  /** 200 to a read. */
  static ok<B = undefined>(body?: B, details: ReadDetails = {}): Answer<B> {
    return new Answer<B>(200, body, details);
  }

  /** 204, for a deletion. */
  static empty(written: Written): Answer {
    return new Answer(204, undefined, { written });
  }

  /** 400 to a command that left events all the same: a failure the business counts. */
  static failed(problems: readonly Problem[], written: Written): Answer<never> {
    return new Answer(400, problems, { written });
  }

  /** 200 with a list, in the form the caller wants. */
  static list<T>(list: ListBody<T>, details: ReadDetails = {}): Answer<readonly T[]> {
    return new Answer<readonly T[]>(200, list, details);
  }

  /** 200 with a body that is sent as it is. */
  static raw(body: string | Buffer, type: string, details: ReadDetails = {}): Answer<never> {
    return new Answer(200, body, { ...details, type });
  }

  /**
   * 200 with a text that is the same for everybody. Its entity tag is a hash of it, and a caller that has it gets 304: an answer
   * that is kept is hashed once.
   */
  static document(text: string, type: string, details: ReadDetails = {}): Answer<never> {
    return new Answer(200, text, { ...details, type, tag: contentTag(text) });
  }

  /** 200 with a body that is sent as it comes, such as lines of JSON; ends when `body` does. */
  static stream(body: Readable, type: string, details: ReadDetails = {}): Answer<never> {
    return new Answer(200, body, { ...details, type });
  }

  /** The same answer without saying where in the log anything was left. */
  get unwritten(): Answer<B> {
    return new Answer<B>(this.status, this.body, omit(this.parts, 'written'));
  }

  /** Entity tag of what a read shows; undefined: it has none. */
  get tag(): string | undefined {
    const { tag, revision, form } = this.parts;
    return tag ?? (revision === undefined ? undefined : entityTag(revision, form));
  }

  /** Headers besides `Location` and the entity tag's 304. */
  get headers(): Record<string, string> {
    const { written, headers } = this.parts;
    const tag = this.tag ?? (written && entityTag(written.revision));
    return {
      ...headers,
      ...(tag !== undefined && { etag: tag }),
      ...(written !== undefined && {
        'x-consistency-token': encodeConsistencyToken(written.position),
      }),
      ...(written?.repeated === true && { 'idempotent-replayed': 'true' }),
    };
  }
}

/** Path with its values percent-encoded: ``resourcePath`/restapi/members/${loginId}` ``. */
export function resourcePath(literals: TemplateStringsArray, ...values: string[]): string {
  return literals.reduce((path, literal, index) => {
    const value = values[index - 1] ?? '';
    return path + encodeURIComponent(value) + literal;
  });
}

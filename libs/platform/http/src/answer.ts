import type { Readable } from 'node:stream';
import { omit, type Problem } from '#libs/platform/kernel';
import { encodeConsistencyToken } from './consistency.js';
import { contentTag, entityTag, type Form } from './etag.js';

/** The newest event of a command: its revision in the stream and its position in the log. */
export interface Written {
  readonly revision: number;
  readonly position: bigint;
  /** Written by an earlier request with the same `Idempotency-Key`. */
  readonly repeated?: boolean;
}

/** The first items of a list. */
interface Beginning<T> {
  readonly items: readonly T[];
  /** The items as JSON without brackets, if already written. */
  readonly json?: string | undefined;
}

/** The items of a list: the first ones, and those that are read while the response is sent. */
export class ListBody<T = unknown> {
  #beginning: Beginning<T>;

  constructor(
    beginning: Beginning<T>,
    readonly more?: () => AsyncIterable<readonly T[]>,
  ) {
    this.#beginning = beginning;
  }

  /** Returns and releases the first items: the answer outlives them until the caller has read everything. */
  take(): Beginning<T> {
    const beginning = this.#beginning;
    this.#beginning = { items: [] };
    return beginning;
  }
}

/** Optional parts of the answer to a read. */
export interface ReadDetails {
  /** Sent as `ETag`; a caller that already has the revision gets a 304. */
  readonly revision?: number | undefined;
  /** Representation of the document, unless the default; part of the `ETag`. */
  readonly form?: Form | undefined;
  /** Cursor of the next page, sent as an absolute URL in `Link`. */
  readonly next?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Returns the newest position written once a streamed body has ended, for the trailer `X-Consistency-Token`. */
  readonly newest?: () => bigint;
}

interface AnswerParts extends ReadDetails {
  /** Path of the resource, sent as an absolute URL in `Location`. */
  readonly path?: string | undefined;
  readonly written?: Written | undefined;
  /** Media type of a body that is not JSON. */
  readonly type?: string;
  /** Entity tag of a body without revision. */
  readonly tag?: string;
}

/**
 * The result of a controller method. Bodies are sent as JSON ([request.json]). `B` is the type of the body, checked against
 * what the method {@link Describes}; undefined for an empty one.
 */
export class Answer<out B = undefined> {
  declare private readonly shows: B;

  private constructor(
    readonly status: number,
    readonly body: unknown,
    readonly parts: AnswerParts,
  ) {}

  /** 201 with the `Location` of the new resource. */
  static created<B = undefined>(path: string, written: Written, body?: B): Answer<B> {
    return new Answer<B>(201, body, { path, written });
  }

  /** 200 after an update. */
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

  /** 400 to a command whose failure is recorded as an event. */
  static failed(problems: readonly Problem[], written: Written): Answer<never> {
    return new Answer(400, problems, { written });
  }

  /** 200 with a list, as JSON or CSV. */
  static list<T>(list: ListBody<T>, details: ReadDetails = {}): Answer<readonly T[]> {
    return new Answer<readonly T[]>(200, list, details);
  }

  /** 200 with a body that is sent unchanged. */
  static raw(body: string | Buffer, type: string, details: ReadDetails = {}): Answer<never> {
    return new Answer(200, body, { ...details, type });
  }

  /** 200 with a text that is the same for everybody. Its entity tag is its hash, which is computed here: keep the answer. */
  static document(text: string, type: string, details: ReadDetails = {}): Answer<never> {
    return new Answer(200, text, { ...details, type, tag: contentTag(text) });
  }

  /** 200 with a streamed body, such as lines of JSON. */
  static stream(body: Readable, type: string, details: ReadDetails = {}): Answer<never> {
    return new Answer(200, body, { ...details, type });
  }

  /** The same answer without {@link Written}. */
  get unwritten(): Answer<B> {
    return new Answer<B>(this.status, this.body, omit(this.parts, 'written'));
  }

  /** Entity tag of a read, if it has one. */
  get tag(): string | undefined {
    const { tag, revision, form } = this.parts;
    return tag ?? (revision === undefined ? undefined : entityTag(revision, form));
  }

  /** All headers except `Location` and `Link`. */
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

/** Template tag that percent-encodes its values: ``resourcePath`/restapi/members/${loginId}` ``. */
export function resourcePath(literals: TemplateStringsArray, ...values: string[]): string {
  return literals.reduce((path, literal, index) => {
    const value = values[index - 1] ?? '';
    return path + encodeURIComponent(value) + literal;
  });
}

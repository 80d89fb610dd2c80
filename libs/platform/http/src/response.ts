import type { Readable } from 'node:stream';
import { defined, omit, type Problem, type WritePosition } from '#libs/platform/kernel';
import { encodeConsistencyToken } from './consistency.js';
import { contentTag, entityTag, type Form } from './etag.js';

/** An answer as it is kept under an `Idempotency-Key`. */
export interface KeptResponse {
  readonly status: number;
  /** Path of the resource in `Location`. */
  readonly path?: string;
  /** What it wrote. */
  readonly revision?: number;
  readonly position?: bigint;
  readonly own?: bigint;
  /** The body as JSON. */
  readonly body?: string;
  /** The body has a secret that belongs to this key subject, such as `client:acme`, and is encrypted under its key. */
  readonly secretOf?: string;
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

interface ResponseParts extends ReadDetails {
  /** Path of the resource, sent as an absolute URL in `Location`. */
  readonly path?: string | undefined;
  readonly written?: WritePosition | undefined;
  /** Media type of a body that is not JSON. */
  readonly type?: string;
  /** Entity tag of a body without revision. */
  readonly tag?: string;
  /** See {@link Response.withSecretOf}. */
  readonly secretOf?: string;
  /** It repeats the answer to an earlier request. */
  readonly again?: true;
}

/**
 * The result of a controller method. Bodies are sent as JSON ([request.json]). `B` is the type of the body, checked against
 * what the method {@link Describes}; undefined for an empty one.
 */
export class Response<out B = undefined> {
  declare private readonly shows: B;

  private constructor(
    readonly status: number,
    readonly body: unknown,
    readonly parts: ResponseParts,
  ) {}

  /** 201 with the `Location` of the new resource. */
  static created<B = undefined>(path: string, written: WritePosition, body?: B): Response<B> {
    return new Response<B>(201, body, { path, written });
  }

  /** 200 after an update. */
  static updated<B = undefined>(
    written: WritePosition | undefined,
    more: { readonly path?: string; readonly body?: B } = {},
  ): Response<B> {
    return new Response<B>(200, more.body, { path: more.path, written });
  }

  /** 200 to a read. */
  static ok<B = undefined>(body?: B, details: ReadDetails = {}): Response<B> {
    return new Response<B>(200, body, details);
  }

  /** 204, for a deletion. */
  static empty(written: WritePosition): Response {
    return new Response(204, undefined, { written });
  }

  /** 400 to a command whose failure is recorded as an event. */
  static failed(problems: readonly Problem[], written: WritePosition): Response<never> {
    return new Response(400, problems, { written });
  }

  /** 200 with a list, as JSON or CSV. */
  static list<T>(list: ListBody<T>, details: ReadDetails = {}): Response<readonly T[]> {
    return new Response<readonly T[]>(200, list, details);
  }

  /** 200 with a body that is sent unchanged. */
  static raw(body: string | Buffer, type: string, details: ReadDetails = {}): Response<never> {
    return new Response(200, body, { ...details, type });
  }

  /** 200 with a text that is the same for everybody. Its entity tag is its hash, which is computed here: keep the answer. */
  static document(text: string, type: string, details: ReadDetails = {}): Response<never> {
    return new Response(200, text, { ...details, type, tag: contentTag(text) });
  }

  /** 200 with a streamed body, such as lines of JSON. */
  static stream(body: Readable, type: string, details: ReadDetails = {}): Response<never> {
    return new Response(200, body, { ...details, type });
  }

  /** The answer that was kept of an earlier request. */
  static again({ status, path, revision, position, own, body }: KeptResponse): Response<unknown> {
    return new Response<unknown>(status, body === undefined ? undefined : JSON.parse(body), {
      again: true,
      path,
      ...(revision !== undefined &&
        position !== undefined && {
          written: { revision, position, ...(own !== undefined && { own }) },
        }),
    });
  }

  /** What an `Idempotency-Key` keeps of it; undefined for a body that is not JSON. */
  get kept(): KeptResponse | undefined {
    const { status, body, parts } = this;
    const { path, written, type, secretOf } = parts;
    if (type !== undefined || body instanceof ListBody) return undefined;
    return defined({
      status,
      path,
      revision: written?.revision,
      position: written?.position,
      own: written?.own === written?.position ? undefined : written?.own,
      body: body === undefined ? undefined : JSON.stringify(body),
      secretOf,
    });
  }

  /** Says that the body has a secret of a key subject. */
  withSecretOf(subject: string): Response<B> {
    return new Response<B>(this.status, this.body, { ...this.parts, secretOf: subject });
  }

  /** Whether it repeats the answer to an earlier request, which may have ended before its answer was kept. */
  get isRepeated(): boolean {
    return this.parts.again === true || this.parts.written?.repeated === true;
  }

  /** The same answer without {@link WritePosition}. */
  get unwritten(): Response<B> {
    return new Response<B>(this.status, this.body, omit(this.parts, 'written'));
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
        'x-consistency-token': encodeConsistencyToken(
          written.own ?? written.position,
          written.position,
        ),
      }),
      ...(this.isRepeated && { 'idempotent-replayed': 'true' }),
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

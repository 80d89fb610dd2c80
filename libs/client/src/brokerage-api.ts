import { createPathBasedClient } from 'openapi-fetch';
// Its types for `require` do not hold together: whoever requires this package gets those for `import` too.
import type { PathBasedClient } from 'openapi-fetch' with { 'resolution-mode': 'import' };
import type { ClientCredentials } from './credentials.js';
import type { components, paths } from './openapi.js';
import { type ClientOptions, Transport } from './transport.js';

/** The interface of the service, typed: `api['/restapi/members/{loginid}'].GET({ params: { path: { loginid } } })`. */
export type BrokerageApi = PathBasedClient<paths>;

/** Objects of the interface by their names in the API description. */
export type Schemas = components['schemas'];

/**
 * A typed client. Its methods take `signal` and `headers` besides what the interface says, and throw a `ProblemError` for
 * every answer that is no success.
 *
 * @param baseUrl scheme and authority, no trailing slash
 */
export function connect(
  baseUrl: string,
  credentials: ClientCredentials,
  options: ClientOptions = {},
): BrokerageApi {
  const transport = new Transport(credentials, options);
  return createPathBasedClient<paths>({ baseUrl, fetch: transport.send });
}

interface Answered<T> {
  readonly data?: T;
  readonly response: Response;
}

/** The body of an answer. */
export async function bodyOf<T>(answer: Promise<Answered<T>>): Promise<NonNullable<T>> {
  const { data, response } = await answer;
  if (data === undefined || data === null) {
    throw new Error(`the answer to ${response.url} is empty`);
  }
  return data;
}

/** Id of what a request has made: the last part of its `Location`. */
export async function createdId(answer: Promise<Answered<unknown>>): Promise<string> {
  const { response } = await answer;
  const location = response.headers.get('location');
  const id = location === null ? undefined : new URL(location).pathname.split('/').at(-1);
  if (id === undefined) throw new Error(`the answer to ${response.url} has no Location`);
  return decodeURIComponent(id);
}

/** Where a page begins; spread it into the query. */
export interface Place {
  readonly cursor?: string;
}

/**
 * Every item of a list that comes in pages, which are asked for as they are needed:
 * `itemsOf((place) => api['/restapi/accounts'].GET({ params: { query: { ...place, limit: 100 } } }))`.
 */
export async function* itemsOf<T>(
  page: (place: Place) => Promise<Answered<readonly T[]>>,
): AsyncGenerator<T, void, undefined> {
  let place: Place | undefined = {};
  while (place !== undefined) {
    const { data = [], response }: Answered<readonly T[]> = await page(place);
    yield* data;
    place = nextPlace(response);
  }
}

function nextPlace({ headers, url }: Response): Place | undefined {
  const next = /<([^>]+)>\s*;[^,]*rel="?next"?/.exec(headers.get('link') ?? '')?.[1];
  const cursor = next === undefined ? null : new URL(next, url).searchParams.get('cursor');
  return cursor === null ? undefined : { cursor };
}

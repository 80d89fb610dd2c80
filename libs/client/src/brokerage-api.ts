import { createPathBasedClient } from 'openapi-fetch';
// Its types for `require` are inconsistent, so CommonJS users of this package get the types for `import` too.
import type { PathBasedClient } from 'openapi-fetch' with { 'resolution-mode': 'import' };
import { type ClientCredentials, withoutSlash } from './credentials.js';
import type { components, paths } from './openapi.js';
import { TOPICS } from './topics.js';
import { type ClientOptions, Transport } from './transport.js';

type ByPath = PathBasedClient<paths>;

type ByTopic<Topics> = {
  readonly [Name in keyof Topics]: Topics[Name] extends readonly [
    infer Path extends keyof ByPath,
    infer Verb,
  ]
    ? ByPath[Path][Verb & keyof ByPath[Path]]
    : ByTopic<Topics[Name]>;
};

/**
 * The typed API of the service: `api.members.get({ params: { path: { loginid } } })`, and the same by its path,
 * `api['/restapi/members/{loginid}'].GET(…)`. What is not for clients stands in `api.backoffice`, `api.operator` and `api.sandbox`.
 */
export type BrokerageApi = ByTopic<typeof TOPICS> & ByPath;

/** Schemas of the API description, by name. */
export type Schemas = components['schemas'];

/**
 * Creates a typed client. Its methods also accept `signal` and the headers of {@link callOptions}. They throw a `ProblemError` for
 * every unsuccessful response, and a `ServiceUnreachableError` if there is none.
 *
 * @param baseUrl scheme, authority and, behind a proxy, path
 * @throws TypeError for credentials without a key or secret
 */
export function connect(
  baseUrl: string,
  credentials: ClientCredentials,
  options: ClientOptions = {},
): BrokerageApi {
  const transport = new Transport(credentials, options);
  const byPath = createPathBasedClient<paths>({
    baseUrl: withoutSlash(baseUrl),
    fetch: async (request) => withText(await transport.send(request)),
    // lists in queries are texts with commas
    querySerializer: { array: { style: 'form', explode: false } },
  });
  return Object.assign(byPath, byTopic(TOPICS, byPath)) as BrokerageApi;
}

/** The data of a short text, such as the result of an identity check, are the text. */
function withText(response: Response): Response {
  const isText = response.headers.get('content-type')?.startsWith('text/') === true;
  if (isText) Object.defineProperty(response, 'json', { value: () => response.text() });
  return response;
}

function byTopic(topics: object, byPath: object): object {
  const calls = Object.entries(topics).map(([name, one]: [string, object]) => {
    if (!Array.isArray(one)) return [name, byTopic(one, byPath)];
    const [path, verb] = one as [string, string];
    return [name, (byPath as Record<string, Record<string, unknown>>)[path]?.[verb]];
  });
  return Object.fromEntries(calls) as object;
}

/** What a call of the typed client returns. */
export interface ApiResponse<T> {
  readonly data?: T;
  readonly response: Response;
}

export async function bodyOf<T>(call: Promise<ApiResponse<T>>): Promise<NonNullable<T>> {
  const { data, response } = await call;
  if (data === undefined || data === null) {
    throw new Error(`the response from ${response.url} is empty`);
  }
  return data;
}

/** Id of the created resource: the last segment of `Location`. */
export async function createdId(call: Promise<ApiResponse<unknown>>): Promise<string> {
  const { response } = await call;
  const location = response.headers.get('location');
  const id = location === null ? undefined : new URL(location).pathname.split('/').at(-1);
  if (id === undefined) throw new Error(`the response from ${response.url} has no Location`);
  return decodeURIComponent(id);
}

/** The start of a page; spread it into the query. */
export interface Place {
  readonly cursor?: string;
}

/**
 * Yields every item of a paged list, and requests pages as needed:
 * `itemsOf((place) => api.accounts.list({ params: { query: { ...place, limit: 100 } } }))`.
 */
export async function* itemsOf<T>(
  page: (place: Place) => Promise<ApiResponse<readonly T[]>>,
): AsyncGenerator<T, void, undefined> {
  let place: Place | undefined = {};
  while (place !== undefined) {
    const { data = [], response }: ApiResponse<readonly T[]> = await page(place);
    yield* data;
    place = nextPlace(response);
  }
}

function nextPlace({ headers, url }: Response): Place | undefined {
  const next = /<([^>]+)>\s*;[^,]*rel="?next"?/.exec(headers.get('link') ?? '')?.[1];
  const cursor = next === undefined ? null : new URL(next, url).searchParams.get('cursor');
  return cursor === null ? undefined : { cursor };
}

import {
  authorizationOf,
  type ClientCredentials,
  sentUrl,
  usable,
  withoutSlash,
} from './credentials.js';

type HeaderFields = Readonly<Record<string, string>>;

/** A response of the service. */
export interface ClientAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or the text of any other type; undefined for an empty body. */
  readonly body: unknown;
  /** Path of the `Location` header, without scheme and host. */
  readonly location: string | undefined;
}

/**
 * Low-level client: signs each request, sends it once and returns any response. Sends the consistency token of the newest write
 * back, so that reads include it. `connect` creates the typed client, which also retries.
 */
export class BrokerageClient {
  readonly #baseUrl: string;
  readonly #credentials: ClientCredentials;
  #consistency: string | undefined;

  /**
   * @param baseUrl scheme, authority and, behind a proxy, path
   * @throws TypeError for credentials without a key or secret
   */
  constructor(baseUrl: string, credentials: ClientCredentials) {
    this.#baseUrl = withoutSlash(baseUrl);
    this.#credentials = usable(credentials);
  }

  /**
   * @param path absolute path with query, such as `/restapi/accounts`, or the URL of a `Link`
   * @param body sent as JSON; undefined sends none
   */
  async request(
    method: string,
    path: string,
    body?: unknown,
    headers: HeaderFields = {},
  ): Promise<ClientAnswer> {
    const url = this.#urlOf(path);
    const text = body === undefined ? '' : JSON.stringify(body);
    const response = await fetch(url, {
      method,
      headers: {
        authorization: authorizationOf(this.#credentials, { method, url, body: text }),
        ...(text !== '' && { 'content-type': 'application/json' }),
        ...(this.#consistency !== undefined && { 'x-consistency-token': this.#consistency }),
        ...headers,
      },
      ...(text !== '' && { body: text }),
    });
    this.#consistency = response.headers.get('x-consistency-token') ?? this.#consistency;
    const answer = await response.text();
    const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '/json');
    const location = response.headers.get('location');
    return {
      status: response.status,
      headers: response.headers,
      body: answer === '' ? undefined : isJson ? (JSON.parse(answer) as unknown) : answer,
      location: location === null ? undefined : new URL(location).pathname,
    };
  }

  /** Sends a GET and resolves once the response headers are there. `signal` also aborts the body, which the caller reads. */
  open(path: string, headers: HeaderFields, signal: AbortSignal): Promise<Response> {
    const url = this.#urlOf(path);
    const sent = { method: 'GET', url, body: '' };
    const authorization = authorizationOf(this.#credentials, sent);
    return fetch(url, { headers: { authorization, ...headers }, signal });
  }

  #urlOf(path: string): string {
    return sentUrl(path.startsWith('/') ? this.#baseUrl + path : path);
  }

  get(path: string, headers?: HeaderFields): Promise<ClientAnswer> {
    return this.request('GET', path, undefined, headers);
  }

  post(path: string, body?: unknown, headers?: HeaderFields): Promise<ClientAnswer> {
    return this.request('POST', path, body, headers);
  }

  put(path: string, body?: unknown, headers?: HeaderFields): Promise<ClientAnswer> {
    return this.request('PUT', path, body, headers);
  }
}

import { signedAuthorization } from '#libs/platform/identity';

/** How a client proves who it is: an API key with its shared secret, or a bearer token (decisions §2). */
export type ClientCredentials =
  | {
      readonly apiKey: string;
      readonly sharedSecret: string;
      /** Login id of the member to act as; default is the API client's own. */
      readonly memberId?: string;
    }
  | { readonly token: string };

/** An answer of the service. */
export interface ClientAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** JSON as received, the text of any other type; undefined for an empty body. */
  readonly body: unknown;
  /** Path of the `Location` header, without scheme and host. */
  readonly location: string | undefined;
}

/**
 * Time of the newest signature of this process: no two have the same, for the service takes a request that is signed like one
 * before it for a replay (decisions §2), also when the caller means to send it twice.
 */
let lastSigned = 0;

/** Sends requests to the service: signs them, and reads its own writes by handing the consistency token back. */
export class BrokerageClient {
  #consistency: string | undefined;

  /** @param baseUrl scheme and authority, no trailing slash */
  constructor(
    private readonly baseUrl: string,
    private readonly credentials: ClientCredentials,
  ) {}

  /**
   * @param path from the root, with query: `/restapi/accounts`
   * @param body sent as JSON; undefined sends none
   */
  async request(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ClientAnswer> {
    const url = this.baseUrl + path;
    const text = body === undefined ? '' : JSON.stringify(body);
    const response = await fetch(url, {
      method,
      headers: {
        authorization: this.#authorization(method, url, text),
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

  /**
   * Sends a GET and answers as soon as the head of the answer is there; its body is read by the caller.
   * @param signal ends the request and its body
   */
  open(
    path: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Response> {
    const url = this.baseUrl + path;
    const authorization = this.#authorization('GET', url, '');
    return fetch(url, { headers: { authorization, ...headers }, signal });
  }

  get(path: string, headers?: Readonly<Record<string, string>>): Promise<ClientAnswer> {
    return this.request('GET', path, undefined, headers);
  }

  post(
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ClientAnswer> {
    return this.request('POST', path, body, headers);
  }

  put(
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ClientAnswer> {
    return this.request('PUT', path, body, headers);
  }

  #authorization(method: string, url: string, body: string): string {
    if ('token' in this.credentials) return `Bearer ${this.credentials.token}`;
    lastSigned = Math.max(Date.now(), lastSigned + 1);
    const timestamp = new Date(lastSigned).toISOString();
    return signedAuthorization(this.credentials, { method, url, timestamp, body });
  }
}

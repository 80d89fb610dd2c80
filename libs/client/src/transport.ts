import { authorizationOf, type ClientCredentials, sentUrl, usable } from './credentials.js';
import { problemErrorOf, type SentRequest, ServiceUnreachableError } from './problem-error.js';
import {
  asksAgain,
  type ClientPorts,
  DEFAULT_PORTS,
  isRepeatable,
  pauseBefore,
  type RetryOptions,
} from './retries.js';

/** Settings of a client. */
export interface ClientOptions {
  readonly retries?: RetryOptions;
  readonly ports?: Partial<ClientPorts>;
}

/**
 * Sends and retries requests of the typed client. Each attempt has its own signature; all attempts of a POST or PUT share an
 * `Idempotency-Key`. The consistency token of the newest write is sent with every later request, so that reads include it.
 */
export class Transport {
  readonly #ports: ClientPorts;
  #consistency: string | undefined;

  constructor(
    private readonly credentials: ClientCredentials,
    private readonly options: ClientOptions = {},
  ) {
    usable(credentials);
    this.#ports = { ...DEFAULT_PORTS, ...options.ports };
  }

  /**
   * @throws ProblemError for every unsuccessful response
   * @throws ServiceUnreachableError if no attempt gets a response
   * @throws whatever fetch throws once the signal is aborted
   */
  readonly send = async (request: Request): Promise<Response> => {
    const { method, signal } = request;
    const headers = new Headers(request.headers);
    if ((method === 'POST' || method === 'PUT') && !headers.has('idempotency-key')) {
      headers.set('idempotency-key', this.#ports.newKey());
    }
    const idempotencyKey = headers.get('idempotency-key') ?? undefined;
    const { pathname: path } = new URL(request.url);
    const sent = (attempts: number): SentRequest => ({
      ...{ method, path, attempts },
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
    const body = await request.text();
    const most = isRepeatable(method, headers) ? (this.options.retries?.attempts ?? 4) : 1;
    for (let attempt = 1; ; attempt++) {
      const response = await this.#attempt(request, headers, body).catch((error: unknown) => {
        if (signal.aborted) throw error;
        if (attempt === most) throw new ServiceUnreachableError(sent(attempt), error);
        return undefined;
      });
      if (response?.ok === true) return response;
      if (response !== undefined && (attempt === most || !asksAgain(response))) {
        throw await problemErrorOf(response, sent(attempt));
      }
      await response?.body?.cancel();
      const pause = pauseBefore(attempt, response, this.options.retries ?? {}, this.#ports.random);
      await this.#ports.wait(pause, signal);
    }
  };

  async #attempt(request: Request, sent: Headers, body: string): Promise<Response> {
    const { method, signal } = request;
    const url = sentUrl(request.url);
    const headers = new Headers(sent);
    const { fetch, now } = this.#ports;
    headers.set('authorization', authorizationOf(this.credentials, { method, url, body }, now()));
    if (this.#consistency !== undefined && !headers.has('x-consistency-token')) {
      headers.set('x-consistency-token', this.#consistency);
    }
    const response = await fetch(
      new Request(url, { method, headers, signal, ...(body !== '' && { body }) }),
    );
    this.#consistency = response.headers.get('x-consistency-token') ?? this.#consistency;
    return response;
  }
}

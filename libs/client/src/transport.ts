import { authorizationOf, type ClientCredentials, sentUrl } from './credentials.js';
import { problemErrorOf } from './problem-error.js';
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
    this.#ports = { ...DEFAULT_PORTS, ...options.ports };
  }

  /**
   * @throws ProblemError for every unsuccessful response
   * @throws whatever fetch throws if the service can't be reached or the signal is aborted
   */
  readonly send = async (request: Request): Promise<Response> => {
    const { method, signal } = request;
    const headers = new Headers(request.headers);
    if ((method === 'POST' || method === 'PUT') && !headers.has('idempotency-key')) {
      headers.set('idempotency-key', this.#ports.newKey());
    }
    const body = await request.text();
    const most = isRepeatable(method, headers) ? (this.options.retries?.attempts ?? 4) : 1;
    for (let attempt = 1; ; attempt++) {
      const response = await this.#attempt(request, headers, body).catch((error: unknown) => {
        if (attempt === most || signal.aborted) throw error;
        return undefined;
      });
      if (response?.ok === true) return response;
      if (response !== undefined && (attempt === most || !asksAgain(response))) {
        throw await problemErrorOf(response);
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

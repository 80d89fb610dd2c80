import type { Readable } from 'node:stream';
import { Pool } from 'undici';
import type { OpenedService } from '#libs/application';

export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Absolute path with query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | Readable;
  readonly signal?: AbortSignal;
}

/** A response whose head has arrived. */
export interface TransportAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Must be read to its end or destroyed. */
  readonly body: Readable;
}

/** Sends requests to the service, over the network or within this process. */
export interface Transport {
  /** @throws if there is no response */
  send(request: TransportRequest): Promise<TransportAnswer>;
  close(): Promise<void>;
}

/** Sends requests over HTTP, without a timeout between parts of a response, because feeds may be quiet. */
export class HttpTransport implements Transport {
  readonly #pool: Pool;
  readonly #base: string;

  /** @param url scheme and authority, with a path if the service is below one */
  constructor(url: string) {
    const { origin, pathname } = new URL(url);
    this.#base = pathname.replace(/\/$/, '');
    this.#pool = new Pool(origin, { bodyTimeout: 0, headersTimeout: 0, connectTimeout: 5_000 });
  }

  async send(request: TransportRequest): Promise<TransportAnswer> {
    const sent = { ...request, path: this.#base + request.path };
    const { statusCode: status, headers, body } = await this.#pool.request(sent);
    return { status, headers, body };
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

/** Sends requests to a service opened in this process. */
export class InProcessTransport implements Transport {
  constructor(private readonly service: OpenedService) {}

  async send(request: TransportRequest): Promise<TransportAnswer> {
    const response = await this.service.app.inject({ ...request, payloadAsStream: true });
    const headers = response.headers as TransportAnswer['headers'];
    return { status: response.statusCode, headers, body: response.stream() };
  }

  close(): Promise<void> {
    return this.service.stop();
  }
}

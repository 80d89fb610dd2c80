import type { Readable } from 'node:stream';
import { Pool } from 'undici';
import type { OpenedService } from '#libs/application';

/** A request as it goes to the service. */
export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** From the root, with query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | Readable;
  readonly signal?: AbortSignal;
}

/** An answer, as soon as its head is there. */
export interface TransportAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Has to be read to its end, or destroyed. */
  readonly body: Readable;
}

/** A way to the service: over the network, or within this process. */
export interface Transport {
  /** @throws when no answer comes */
  send(request: TransportRequest): Promise<TransportAnswer>;
  close(): Promise<void>;
}

/** Requests over HTTP. Answers may take as long as they like between two pieces: feeds are quiet at times. */
export class HttpTransport implements Transport {
  readonly #pool: Pool;
  readonly #base: string;

  /** @param url scheme and authority, and a path where the service stands under one */
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

/** Requests to a service that this process has opened for itself. */
export class InProcessTransport implements Transport {
  constructor(private readonly service: OpenedService) {}

  async send(request: TransportRequest): Promise<TransportAnswer> {
    const answer = await this.service.app.inject({ ...request, payloadAsStream: true });
    const headers = answer.headers as TransportAnswer['headers'];
    return { status: answer.statusCode, headers, body: answer.stream() };
  }

  close(): Promise<void> {
    return this.service.stop();
  }
}

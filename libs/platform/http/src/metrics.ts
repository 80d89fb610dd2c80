import { collectDefaultMetrics, Counter, Histogram, type Registry } from 'prom-client';

type Observe = (seconds: number) => void;

/** Counts and times requests by method, route template and status. */
export class HttpMetrics {
  readonly #durations: Histogram<'method' | 'route' | 'status'>;
  readonly #refused: Counter;
  readonly #refusals: Counter<'code'>;
  /** One entry per series; routes and statuses are few. */
  readonly #series = new Map<string, Observe>();

  constructor(readonly registry: Registry) {
    collectDefaultMetrics({ register: registry });
    this.#durations = new Histogram({
      name: 'brokerage_http_request_duration_seconds',
      help: 'Time from the arrival of a request to the end of its answer; of a live stream, to its beginning.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    });
    this.#refused = new Counter({
      name: 'brokerage_http_connections_refused_total',
      help: 'Connections that were refused, as there were as many as descriptors allow.',
      registers: [registry],
    });
    this.#refusals = new Counter({
      name: 'brokerage_refusals_total',
      help: 'Requests that were refused, by the codes of their problems: once for each code.',
      labelNames: ['code'],
      registers: [registry],
    });
  }

  /** A request was refused for reasons with these codes. */
  requestRefused(codes: Iterable<string>): void {
    for (const code of codes) this.#refusals.inc({ code });
  }

  /** A connection was refused, as there were as many as there may be. */
  connectionRefused(): void {
    this.#refused.inc();
  }

  /** @param route template; never the path itself, which would make a series per resource */
  observe(method: string, route: string, status: number, milliseconds: number): void {
    const key = `${method} ${route} ${status}`;
    let observe = this.#series.get(key);
    if (observe === undefined) {
      const series = this.#durations.labels({ method, route, status: String(status) });
      observe = (seconds) => series.observe(seconds);
      this.#series.set(key, observe);
    }
    observe(milliseconds / 1000);
  }
}

import { collectDefaultMetrics, Counter, Histogram, type Registry } from 'prom-client';

type Observe = (seconds: number) => void;

/** How often the delay of the event loop is looked at. Each look wakes an idle process: the default of 10 ms costs 0.2 % of a core. */
const EVENT_LOOP_LOOK_MS = 50;

/** Counts and times requests by method, route template and status. */
export class HttpMetrics {
  readonly #durations: Histogram<'method' | 'route' | 'status'>;
  readonly #refused: Counter;
  readonly #refusals: Counter<'code'>;
  /** One entry per series. */
  readonly #series = new Map<string, Observe>();

  constructor(readonly registry: Registry) {
    collectDefaultMetrics({
      register: registry,
      eventLoopMonitoringPrecision: EVENT_LOOP_LOOK_MS,
    });
    this.#durations = new Histogram({
      name: 'brokerage_http_request_duration_seconds',
      help: 'Time from the arrival of a request to the end of its response; for a live stream, to its beginning.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    });
    this.#refused = new Counter({
      name: 'brokerage_http_connections_refused_total',
      help: 'Connections refused because the limit given by file descriptors was reached.',
      registers: [registry],
    });
    this.#refusals = new Counter({
      name: 'brokerage_refusals_total',
      help: 'Refused requests by error code; a request counts once for each of its codes.',
      labelNames: ['code'],
      registers: [registry],
    });
  }

  /** Counts a refused request under each of its error codes. */
  requestRefused(codes: Iterable<string>): void {
    for (const code of codes) this.#refusals.inc({ code });
  }

  /** Counts a connection refused because of the connection limit. */
  connectionRefused(): void {
    this.#refused.inc();
  }

  /** @param route template, not the path, which would make a series per resource */
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

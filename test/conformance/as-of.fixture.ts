import type { BrokerageClient, ClientAnswer } from '#libs/client';
import type { ManualClock } from '../support/manual-clock.js';
import type { ServiceUnderTest } from '../support/running-service.js';

/** Who reads. */
export type Reader = 'client' | 'auditor' | 'backoffice';

/** A route of the description, and a path that matches it. */
export interface Target {
  readonly template: string;
  readonly path: string;
  readonly reader: Reader;
}

/** The compared parts of a response. */
export interface Shown {
  readonly status: number;
  readonly body: string;
  readonly etag: string | null;
  readonly link: string | null;
}

/** Responses recorded while a position was the newest. */
export interface Recording {
  readonly step: string;
  readonly position: bigint;
  /** Time of the clock, ISO-8601 UTC. */
  readonly time: string;
  readonly answers: ReadonlyMap<Target, Shown>;
}

/** The part of a 404 that depends on later events. */
const SINCE = /It did not exist at the moment of asOf: it has existed since [^"]*/;

/** The compared parts of a response: links to other pages without `asOf`, and a 404 without what came later. */
export function shownOf({ status, body, headers }: ClientAnswer): Shown {
  return {
    status,
    body: JSON.stringify(body ?? null).replace(SINCE, 'The resource does not exist.'),
    etag: headers.get('etag'),
    link: headers.get('link')?.replaceAll(/&asOf=[^&>]*|asOf=[^&>]*&/g, '') ?? null,
  };
}

/** Adds a query parameter to a path. */
export function withParameter(path: string, name: string, value: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
}

/** One target in this many is read after each step, in turn. `AS_OF_SHARE=1` reads all. */
const SHARE = Number(process.env['AS_OF_SHARE'] ?? 10);

/** Reads all watched routes after each step of a journey. */
export class Recorder {
  readonly targets: Target[] = [];
  readonly recordings: Recording[] = [];
  /** Targets that have shown something. Until then, each step reads them. */
  readonly #shown = new Set<Target>();

  constructor(
    readonly service: ServiceUnderTest,
    private readonly clock: ManualClock,
    /** Milliseconds between steps. */
    private readonly pace: number,
  ) {}

  /** Watches another path. The template is that of the description, with parameters as `{}`. */
  watch(template: string, ...paths: readonly string[]): void {
    this.#watch(template, paths, ['client', 'auditor']);
  }

  /** Watches a route for one kind of caller. */
  watchAs(reader: Reader, template: string, ...paths: readonly string[]): void {
    this.#watch(template, paths, [reader]);
  }

  #watch(template: string, paths: readonly string[], readers: readonly Reader[]): void {
    for (const path of paths) {
      for (const reader of readers) this.targets.push({ template, path, reader });
    }
  }

  /** ISO-8601 UTC. */
  get now(): string {
    return new Date(this.clock.now()).toISOString();
  }

  clientOf(reader: Reader): BrokerageClient {
    return this.service[reader];
  }

  /** Advances the clock, carries out a step, and records what is visible afterwards. */
  async step<T>(name: string, act: () => Promise<T>): Promise<T> {
    this.clock.advance(this.pace);
    const result = await act();
    const time = this.now;
    for (;;) {
      const position = await this.service.head();
      const answers = await this.#readAll();
      // background work may have written meanwhile
      if ((await this.service.head()) !== position) continue;
      this.recordings.push({ step: name, position, time, answers });
      for (const [target, { status }] of answers) if (status === 200) this.#shown.add(target);
      return result;
    }
  }

  async #readAll(): Promise<Map<Target, Shown>> {
    const answers = new Map<Target, Shown>();
    const turn = this.recordings.length;
    for (const [n, target] of this.targets.entries()) {
      if ((n + turn) % SHARE !== 0 && this.#shown.has(target)) continue;
      answers.set(target, shownOf(await this.clientOf(target.reader).get(target.path)));
    }
    return answers;
  }
}

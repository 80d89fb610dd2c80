import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { isDryRun, StoreUnavailableError } from '#libs/platform/event-store';
import {
  decideRow,
  type RequestServices,
  KeyUse,
  ProblemsException,
  type RequestContext,
  Response,
  servicesOf,
  toProblems,
  requireRole,
} from '#libs/platform/http';
import type { PartitionPlace } from '#libs/platform/kernel';
import type { ProjectionProgress } from '#libs/platform/read-models';
import { deriveUuid } from '#libs/platform/runtime';
import { type Platform } from '#libs/platform/service';
import {
  doneLine,
  errorLine,
  LONGEST_LINE,
  readLine,
  WrongLine,
  BodyStalledError,
  type Line,
  LineReader,
  piecesOf,
} from './import-lines.js';
import type { ImportRoutes } from './import-routes.js';
import { Partitions, type Place } from './partitions.js';
import { ResponseQueue } from './response-queue.js';

/** Maximum time without a byte of the body, or without room for a response line, in milliseconds. */
const PATIENCE_MS = 120_000;

/** Maximum bytes of the lines of a dry run, which keeps the events of all lines in memory. */
const DRY_RUN_BYTES = 16 * 1024 * 1024;

/** Maximum bytes of blank lines. Compressed, they cost nothing to send and much to read. */
const BLANK_BYTES = 1024 * 1024;

const TOO_BLANK = `A body may have at most ${BLANK_BYTES} bytes of blank lines.`;

/** How long a caller has to read the last response lines before the rest of the body is cut off, in milliseconds. */
const LINGER_MS = 2_000;

/**
 * One import. Reads lines as they arrive, executes as many in parallel as their partitions allow, and responds in their order. Work
 * in progress is bounded, so neither a fast sender nor a slow reader makes it grow.
 */
export class ImportRun {
  readonly #services: RequestServices;
  readonly #partitions = new Partitions();
  readonly #outage: Outage;
  readonly #answers = new ResponseQueue();
  /** Aborted when nobody reads the response any more. */
  readonly #gone = new AbortController();
  readonly #pace: Pace;
  /** Bytes that the lines of a dry run may still have. */
  #left = isDryRun() ? DRY_RUN_BYTES : Infinity;

  constructor(
    private readonly platform: Platform,
    private readonly routes: ImportRoutes,
    private readonly request: object,
    private readonly context: RequestContext,
  ) {
    this.#services = servicesOf(request);
    const patience = platform.config.importPatienceSeconds * 1_000;
    const stop = AbortSignal.any([this.#services.stopSignal, this.#gone.signal]);
    this.#outage = new Outage(patience, stop);
    this.#pace = new Pace(platform.projectionRunner);
  }

  get newest(): bigint {
    return this.#pace.newest;
  }

  /** The response lines to a body, as text. */
  answersTo(body: Readable): Readable {
    const reading = this.#read(body);
    const answers = this.#answers;
    const gone = this.#gone;
    async function* texts(): AsyncGenerator<string> {
      try {
        yield* answers.texts();
      } finally {
        // nobody reads the response any more: start no further line
        answers.close();
        gone.abort();
        await reading;
      }
    }
    return Readable.from(texts(), { objectMode: false, highWaterMark: 64 * 1024 });
  }

  /** Never rejects: a problem of the body becomes the last response line. */
  async #read(body: Readable): Promise<void> {
    const lines = new LineReader(LONGEST_LINE);
    let last = 0;
    try {
      for await (const piece of piecesOf(body, PATIENCE_MS)) {
        for (const line of lines.take(piece)) {
          last = line.number;
          // lines without a wait start in the same tick, and share one read of the log
          const room = this.#room(line);
          if (room !== undefined && !(await room)) return;
          if (!this.#begin(line)) return;
        }
        if (lines.blank > BLANK_BYTES) throw new ProblemsException(400, TOO_BLANK);
      }
      for (const line of lines.end()) {
        if ((await this.#room(line)) !== false) this.#begin(line);
      }
    } catch (error) {
      const problem = this.#ending(error);
      if (problem) this.#end(last + 1, problem);
    } finally {
      await this.#answers.done();
      this.#services.tracker.note(this.#pace.newest);
      if (!this.#answers.closed) await this.#pace.caughtUp().catch(() => undefined);
      this.#answers.end();
      // a body that wasn't read to its end is cut off shortly after the last response line
      if (this.#answers.closed) body.destroy();
      else if (!body.readableEnded) setTimeout(() => body.destroy(), LINGER_MS).unref();
    }
  }

  /** Why the body ended early; undefined if the caller has disconnected. */
  #ending(error: unknown): ProblemsException | undefined {
    if (error instanceof BodyStalledError) {
      return new ProblemsException(408, 'No further line arrived in time.');
    }
    const { code } = error as NodeJS.ErrnoException;
    if (code?.startsWith('Z_') === true) {
      return new ProblemsException(400, 'The body is not whole gzip.');
    }
    if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') return undefined;
    return this.#problemsOf(error);
  }

  /** Waits until there is room for a line and the read models keep up; false: there never will be. Undefined: no wait. */
  #room({ bytes }: Line): Promise<boolean> | undefined {
    const size = bytes?.length ?? 0;
    const behind = this.#pace.wait();
    if (behind === undefined && this.#answers.hasRoom(size)) return undefined;
    return (behind ?? Promise.resolve()).then(() => this.#answers.room(size, PATIENCE_MS));
  }

  /** Starts a line. Returns false if no further line may start. */
  #begin(line: Line): boolean {
    if (this.#services.stopSignal.aborted) {
      const message = 'The service is stopping; send the lines from this one on again.';
      return this.#end(line.number, new ProblemsException(503, message));
    }
    this.#left -= line.bytes?.length ?? 0;
    if (this.#left < 0) {
      const message = `A dry run may have at most ${DRY_RUN_BYTES} bytes of lines; try those from this one on in another.`;
      return this.#end(line.number, new ProblemsException(413, message));
    }
    this.#answers.add(this.#answer(line), line.bytes?.length ?? 0);
    return true;
  }

  #end(line: number, problem: ProblemsException): false {
    this.#answers.add(errorLine(line, undefined, problem), 0);
    return false;
  }

  /** The response to a line, without a promise if it isn't executed. */
  #answer(line: Line): string | Promise<string> {
    let path: unknown;
    const refused = (error: unknown): string =>
      errorLine(line.number, path, this.#problemsOf(error));
    try {
      const content = readLine(line);
      path = content.path;
      const { row, params, decide } = this.routes.find(content.path);
      const { rules, body, role } = row;
      if ((line.bytes?.length ?? 0) > rules.bodyLimit) {
        const message = `The line may have at most ${rules.bodyLimit} bytes.`;
        throw new ProblemsException(413, message);
      }
      requireRole(this.context, role);
      const commandId = this.#commandId(line);
      const input = { rules, body, params, json: content.body, commandId };
      const task = (place: Place | undefined): Promise<Response<unknown>> =>
        this.#once(commandId, () =>
          this.#carryOut(place, (own) => {
            const receivedAt = this.platform.clock.now();
            return decideRow(this.request, { receivedAt, ...input, place: own }, decide);
          }),
        );
      return this.#partitions.run(row.partition?.(params), task).then((answer) => {
        this.#outage.over();
        this.#pace.note(answer.parts.written?.position);
        return doneLine(line.number, content.path, answer);
      }, refused);
    } catch (error) {
      if (error instanceof WrongLine) path = error.path;
      return refused(error);
    }
  }

  /**
   * With an `Idempotency-Key`, each line has a key of its own, whose id is that of its command: a line that was decided gets the same
   * response again.
   */
  async #once(keyId: string, decide: () => Promise<Response<unknown>>): Promise<Response<unknown>> {
    const { ledger } = this.#services;
    const { idempotencyKey, attemptedSince, requestId } = this.context;
    if (idempotencyKey === undefined || ledger === undefined) return decide();
    const known =
      attemptedSince === 'never'
        ? ({ use: 'none' } as const)
        : await this.#patiently(() => ledger.find(keyId, keyId));
    if (known.use === 'decided') return Response.again(known.answer);
    if (isDryRun()) return decide();
    const keyUse = new KeyUse(ledger, keyId, keyId, known);
    const conclude = (
      result: Response<unknown> | ProblemsException,
    ): Promise<Response<unknown> | undefined> => this.#patiently(() => keyUse.conclude(result));
    try {
      const answer = await decide();
      return (await conclude(answer)) ?? answer;
    } catch (error) {
      const decided = await conclude(toProblems(error, requestId));
      if (decided) return decided;
      throw error;
    }
  }

  /**
   * Executes a line, again while a store is unavailable. Once its command was handed over, whoever has it retries instead: it must
   * not fall behind later lines.
   */
  #carryOut(
    place: Place | undefined,
    call: (own: PartitionPlace | undefined) => Promise<Response<unknown>>,
  ): Promise<Response<unknown>> {
    const outage = this.#outage;
    let handedOver = false;
    const release = (): void => {
      handedOver = true;
      place?.release();
    };
    const own = place && { wait: place.wait, release, waitToRetry: () => outage.waitToRetry() };
    return this.#patiently(
      () => call(own),
      () => !handedOver,
    );
  }

  /** Does something again while a store is unavailable. */
  async #patiently<T>(work: () => Promise<T>, mayRetry = (): boolean => true): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const canRetry = error instanceof StoreUnavailableError && mayRetry();
        if (!canRetry || !(await this.#outage.waitToRetry())) throw error;
      }
    }
  }

  /** With an `Idempotency-Key`, a repeated line gets the same id. */
  #commandId({ number, bytes }: Line): string {
    const { idempotencyKey, commandId } = this.context;
    if (idempotencyKey === undefined) return randomUUID();
    return deriveUuid(commandId, `${number} ${bytes?.toString('latin1') ?? ''}`);
  }

  #problemsOf(error: unknown): ProblemsException {
    return this.#services.concluded(error, this.context.requestId);
  }
}

const PAUSE_MS = 250;

/** Waiting while a store is unavailable: limited from the first line affected to the first that succeeds. */
class Outage {
  #since: number | undefined;
  #pause: Promise<void> | undefined;

  /**
   * @param patience maximum total wait, in milliseconds
   * @param stop aborted when waiting has become pointless
   */
  constructor(
    private readonly patience: number,
    private readonly stop: AbortSignal,
  ) {}

  /** Pauses, together with all other callers, and returns whether to try again. */
  async waitToRetry(): Promise<boolean> {
    this.#since ??= performance.now();
    if (performance.now() - this.#since >= this.patience) return false;
    this.#pause ??= delay(PAUSE_MS, undefined, { signal: this.stop })
      .catch(() => undefined)
      .finally(() => (this.#pause = undefined));
    await this.#pause;
    return !this.stop.aborted;
  }

  over(): void {
    this.#since = undefined;
  }
}

/** Lines between two checks of the read models. */
const STRIDE = 4_096;

/** Strides by which the read models may lag. */
const MAX_STRIDES_BEHIND = 4;

/** Maximum wait per check, in milliseconds: a stuck projection must not stop the import forever. */
const MAX_WAIT_MS = 10_000;

/** Slows an import down to the pace of the read models. */
class Pace {
  #lines = 0;
  #newest = 0n;
  readonly #marks: bigint[] = [];

  constructor(private readonly progress: ProjectionProgress) {}

  get newest(): bigint {
    return this.#newest;
  }

  note(position: bigint | undefined): void {
    if (position !== undefined && position > this.#newest) this.#newest = position;
  }

  /** Counts a line and returns what it has to wait for, if anything. */
  wait(): Promise<unknown> | undefined {
    if (++this.#lines % STRIDE !== 0) return undefined;
    this.#marks.push(this.#newest);
    const behind = this.#marks.length > MAX_STRIDES_BEHIND ? this.#marks.shift() : undefined;
    return behind === undefined ? undefined : this.#reached(behind);
  }

  async caughtUp(): Promise<void> {
    if (this.#newest > 0n) await this.#reached(this.#newest);
  }

  #reached(position: bigint): Promise<boolean> {
    return this.progress.waitFor('all', position, MAX_WAIT_MS);
  }
}

import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { isDryRun, StoreUnavailableError } from '#libs/platform/event-store';
import {
  type Answer,
  decideRow,
  type ExchangeServices,
  ProblemsException,
  type RequestContext,
  servicesOf,
  toProblems,
} from '#libs/platform/http';
import type { Turn } from '#libs/platform/kernel';
import type { ProjectionProgress } from '#libs/platform/read-models';
import { deriveUuid } from '#libs/platform/runtime';
import { type Platform, requireRole } from '#libs/platform/service';
import { AnswerQueue } from './answer-queue.js';
import {
  doneAnswer,
  errorAnswer,
  LONGEST_LINE,
  readLine,
  written,
  WrongLine,
} from './import-line.js';
import { BodyStalledError, type Line, LineReader, piecesOf } from './import-lines.js';
import type { ImportRoutes } from './import-routes.js';
import { Partitions, type Place } from './partitions.js';

/** Longest time without a byte of the body, or without room for an answer, in milliseconds. */
const PATIENCE_MS = 120_000;
/** Most bytes of the lines of a dry run: what each leaves is kept in memory for those after it. */
const DRY_RUN_BYTES = 16 * 1024 * 1024;
/** Most bytes of blank lines: compressed, they are nothing to send and a lot to read. */
const BLANK_BYTES = 1024 * 1024;
const TOO_BLANK = `A body may have ${BLANK_BYTES} bytes of blank lines.`;
/** How long a caller has to take the last answers before the rest of the body is cut off, in milliseconds. */
const LINGER_MS = 2_000;

/**
 * One import: reads lines as they come, carries out as many side by side as their partitions allow, and answers in their order. What
 * is under way is limited, so that neither a fast sender nor a slow reader makes it grow.
 */
export class ImportRun {
  readonly #services: ExchangeServices;
  readonly #partitions = new Partitions();
  readonly #outage: Outage;
  readonly #answers = new AnswerQueue();
  /** Aborted when nobody takes answers any more. */
  readonly #gone = new AbortController();
  readonly #pace: Pace;
  /** Bytes of the lines that a dry run may still have. */
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

  /** Newest position that was written so far. */
  get newest(): bigint {
    return this.#pace.newest;
  }

  /** The answers to the lines of a body, as text. */
  answersTo(body: Readable): Readable {
    const reading = this.#read(body);
    const answers = this.#answers;
    const gone = this.#gone;
    async function* texts(): AsyncGenerator<string> {
      try {
        yield* answers.texts();
      } finally {
        // Nobody takes answers any more: no further line is begun.
        answers.close();
        gone.abort();
        await reading;
      }
    }
    return Readable.from(texts(), { objectMode: false, highWaterMark: 64 * 1024 });
  }

  /** Never rejects: what goes wrong with the body is the last answer. */
  async #read(body: Readable): Promise<void> {
    const lines = new LineReader(LONGEST_LINE);
    let last = 0;
    try {
      for await (const piece of piecesOf(body, PATIENCE_MS)) {
        for (const line of lines.take(piece)) {
          last = line.number;
          // Lines that need not wait begin in the same moment, and look at the log together.
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
      this.#services.noteWritten(this.#pace.newest);
      if (!this.#answers.closed) await this.#pace.caughtUp().catch(() => undefined);
      this.#answers.end();
      // A body that was not read to its end is cut off, a moment after its last answer.
      if (this.#answers.closed) body.destroy();
      else if (!body.readableEnded) setTimeout(() => body.destroy(), LINGER_MS).unref();
    }
  }

  /** Why the body ended too early; undefined when nobody is there to be told. */
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

  /** What a line has to wait for: room for it, and the read models. False: there will be no room. */
  #room({ bytes }: Line): Promise<boolean> | undefined {
    const size = bytes?.length ?? 0;
    const behind = this.#pace.wait();
    if (behind === undefined && this.#answers.hasRoom(size)) return undefined;
    return (behind ?? Promise.resolve()).then(() => this.#answers.room(size, PATIENCE_MS));
  }

  /** Begins a line. False: no further line will be. */
  #begin(line: Line): boolean {
    if (this.#services.stopSignal.aborted) {
      const message = 'The service stops; send the lines from this one on again.';
      return this.#end(line.number, new ProblemsException(503, message));
    }
    this.#left -= line.bytes?.length ?? 0;
    if (this.#left < 0) {
      const message = `A dry run takes ${DRY_RUN_BYTES} bytes of lines; try those from this one on in another.`;
      return this.#end(line.number, new ProblemsException(413, message));
    }
    this.#answers.add(this.#answer(line), line.bytes?.length ?? 0);
    return true;
  }

  /** The last answer. */
  #end(line: number, problem: ProblemsException): false {
    this.#answers.add(written(errorAnswer(line, undefined, problem)), 0);
    return false;
  }

  /** The answer to a line: at once where it need not be carried out. */
  #answer(line: Line): string | Promise<string> {
    let path: unknown;
    const refused = (error: unknown): string =>
      written(errorAnswer(line.number, path, this.#problemsOf(error)));
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
      const input = { rules, body, params, json: content.body, commandId: this.#commandId(line) };
      const task = (place: Place | undefined): Promise<Answer<unknown>> =>
        this.#carryOut(place, (turn) => {
          const receivedAt = this.platform.clock.now();
          return decideRow(this.request, { receivedAt, ...input, turn }, decide);
        });
      return this.#partitions.run(row.partition?.(params), task).then((answer) => {
        this.#outage.over();
        this.#pace.note(answer.parts.written?.position);
        return written(doneAnswer(line.number, content.path, answer));
      }, refused);
    } catch (error) {
      if (error instanceof WrongLine) path = error.path;
      return refused(error);
    }
  }

  /**
   * Carries a line out, again while a store is away. Once its command has been handed over that is left to whom it was handed over
   * to: it must not come behind those after it.
   */
  async #carryOut(
    place: Place | undefined,
    call: (turn: Turn | undefined) => Promise<Answer<unknown>>,
  ): Promise<Answer<unknown>> {
    const outage = this.#outage;
    let handedOver = false;
    const pass = (): void => {
      handedOver = true;
      place?.pass();
    };
    const turn = place && { come: place.come, pass, tryAgain: () => outage.tryAgain() };
    for (;;) {
      try {
        return await call(turn);
      } catch (error) {
        const isAway = error instanceof StoreUnavailableError && !handedOver;
        if (!isAway || !(await outage.tryAgain())) throw error;
      }
    }
  }

  /** With an `Idempotency-Key` the same line has the same id each time it is sent with it. */
  #commandId({ number, bytes }: Line): string {
    const { idempotencyKey, commandId } = this.context;
    if (idempotencyKey === undefined) return randomUUID();
    return deriveUuid(commandId, `${number} ${bytes?.toString('latin1') ?? ''}`);
  }

  #problemsOf(error: unknown): ProblemsException {
    const { requestId } = this.context;
    const problems = toProblems(error, requestId);
    if (problems.status >= 500) {
      const { logger } = this.platform;
      logger.error({ requestId, status: problems.status, err: error }, 'imported line failed');
    }
    return problems;
  }
}

/** From one attempt to the next, in milliseconds. */
const PAUSE_MS = 250;

/** How an import waits while a store is away: for so long at most, from the first line that met it to the first that succeeds. */
class Outage {
  #since: number | undefined;
  #pause: Promise<void> | undefined;

  /**
   * @param patience in milliseconds
   * @param stop aborted when there is nothing to wait for any more
   */
  constructor(
    private readonly patience: number,
    private readonly stop: AbortSignal,
  ) {}

  /** After a pause, the same for all who ask meanwhile, whether to try once more. */
  async tryAgain(): Promise<boolean> {
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

/** Lines between two looks at the read models. */
const STRIDE = 4_096;
/** Strides the read models may be behind. */
const AHEAD = 4;
/** Longest wait for them, in milliseconds: a projection that stands still must not stop the import for ever. */
const LONGEST_MS = 10_000;

/** Keeps an import in step with the read models, so that they are never far behind the log. */
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

  /** Counts a line. Answers what it has to wait for, if anything. */
  wait(): Promise<unknown> | undefined {
    if (++this.#lines % STRIDE !== 0) return undefined;
    this.#marks.push(this.#newest);
    const behind = this.#marks.length > AHEAD ? this.#marks.shift() : undefined;
    return behind === undefined ? undefined : this.#reached(behind);
  }

  async caughtUp(): Promise<void> {
    if (this.#newest > 0n) await this.#reached(this.#newest);
  }

  #reached(position: bigint): Promise<boolean> {
    return this.progress.waitFor('all', position, LONGEST_MS);
  }
}

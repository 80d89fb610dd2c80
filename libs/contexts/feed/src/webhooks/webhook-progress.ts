import type { AggregateStore } from '#libs/platform/event-store';
import {
  type Clock,
  type Ids,
  omit,
  processMetadata,
  SharedRuns,
  type Timestamp,
  timestampOf,
} from '#libs/platform/kernel';
import type { DocumentStore } from '#libs/platform/read-models';
import type { CommandRunner } from '#libs/platform/service';
import type { Webhook } from '../webhook.js';
import {
  progressId,
  type Reached,
  type TakenRow,
  webhookProgress,
  withReplays,
} from '../delivery.js';

/** Ticks (seconds) between two events that record deliveries. After a quiet time the first one comes with the next tick. */
const LOG_TICKS = 60;
const MAX_ROWS = 250;

/** How far a webhook has come. */
export interface Progress extends Reached {
  /** Time of the oldest undelivered event. */
  readonly waitingSince?: Timestamp | undefined;
}

/** A progress as stored beside the log for all processes. */
export type KeptProgress = Progress & Pick<Webhook, 'replay'>;

type Place = Pick<Webhook, 'webhookId' | 'replay'>;

/** The stored progress of a webhook since its last replay; undefined if there is none. */
export async function keptProgress(
  progress: DocumentStore,
  webhook: Place,
): Promise<KeptProgress | undefined> {
  return parse(await progress.pointer(nameOf(webhook)), webhook);
}

export interface ProgressServices {
  readonly aggregates: AggregateStore;
  readonly commands: CommandRunner;
  readonly progress: DocumentStore;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Stores how far a webhook has come: beside the log after each success, and in the log about once a minute. If the former is
 * lost, delivery resumes from the log.
 */
export class WebhookProgress {
  #stored: string | undefined;
  readonly #keeping = new SharedRuns(() => this.#write());
  #rows: TakenRow[] = [];
  /** The newest row of each account in {@link #rows}, by its place there. */
  readonly #open = new Map<string, number>();
  /** Rows being appended to the log. They stay until that is confirmed. */
  #batch: { readonly commandId: string; readonly taken: readonly TakenRow[] } | undefined;
  #logging: Promise<void> | undefined;
  #ticks = 0;
  #loggedAt = -LOG_TICKS;

  /** @param now current progress; undefined before the start is known */
  constructor(
    private readonly webhook: Place & Pick<Webhook, 'from'>,
    private readonly services: ProgressServices,
    private readonly now: () => Progress | undefined,
  ) {}

  /** Returns where to resume. @param head position of the newest event of the log */
  async resume(head: bigint): Promise<Reached> {
    const { aggregates, progress } = this.services;
    this.#stored = await progress.pointer(nameOf(this.webhook));
    const kept = parse(this.#stored, this.webhook);
    const { state } = await aggregates.load(webhookProgress, progressId(this.webhook));
    const logged = state.reached ?? { position: this.webhook.from, waiting: [] };
    const isUsable =
      kept !== undefined &&
      BigInt(kept.position) <= head &&
      BigInt(kept.position) >= BigInt(logged.position);
    return withReplays(isUsable ? kept : logged, state.replayed);
  }

  /**
   * Resolves once the current progress, or later, is stored. Calls during a write share the next one.
   * @throws if another process has stored progress since
   */
  keep(): Promise<void> {
    return this.#keeping.run();
  }

  async #write(): Promise<void> {
    const reached = this.now();
    if (reached === undefined) return;
    const { replay } = this.webhook;
    const text = JSON.stringify({ replay, ...reached } satisfies KeptProgress);
    if (text === this.#stored) return;
    const { progress } = this.services;
    if (!(await progress.setPointer(nameOf(this.webhook), this.#stored, text))) {
      throw new Error('another process delivers to this webhook');
    }
    this.#stored = text;
  }

  /** Records an event accepted at the first attempt. Waits for the log only if too many rows are pending. */
  async taken(row: Omit<TakenRow, 'events'>): Promise<void> {
    while (this.#rows.length >= MAX_ROWS) await this.log();
    const { accountNumber } = row;
    const at = this.#open.get(accountNumber) ?? this.#rows.length;
    this.#open.set(accountNumber, at);
    this.#rows[at] = { ...row, events: (this.#rows[at]?.events ?? 0) + 1 };
  }

  /** Records a failure of the account: its next success starts a new row. */
  failed(accountNumber: string): void {
    this.#open.delete(accountNumber);
  }

  /** Called once a second: stores what has changed, and logs deliveries when due. */
  async tick(): Promise<void> {
    this.#ticks += 1;
    if (this.#ticks % LOG_TICKS === 0 || this.#hasChanged()) await this.keep();
    if (this.#ticks >= this.#loggedAt + LOG_TICKS) await this.log();
  }

  /** Whether the progress differs in more than its position, which also moves with events of other accounts. */
  #hasChanged(): boolean {
    const [kept, now] = [parse(this.#stored, this.webhook), this.now()];
    const of = (progress: Progress | undefined): string =>
      JSON.stringify([progress?.waiting, progress?.waitingSince]);
    return now !== undefined && of(kept) !== of(now);
  }

  async log(): Promise<void> {
    this.#logging ??= this.#log().finally(() => (this.#logging = undefined));
    return this.#logging;
  }

  async #log(): Promise<void> {
    const reached = this.now();
    const { commands, clock, ids } = this.services;
    if (reached === undefined) return;
    if (this.#batch === undefined) {
      if (this.#rows.length === 0) return;
      this.#batch = { commandId: ids.uuid(), taken: this.#rows };
      this.#rows = [];
      this.#open.clear();
    }
    const { commandId, taken } = this.#batch;
    const metadata = processMetadata('feed.webhooks', commandId, timestampOf(clock.now()));
    const command = { ...omit(reached, 'waitingSince'), taken };
    await commands.execute(webhookProgress, progressId(this.webhook), command, metadata);
    this.#batch = undefined;
    this.#loggedAt = this.#ticks;
  }
}

function nameOf({ webhookId }: Place): string {
  return `webhook:${webhookId}`;
}

function parse(text: string | undefined, { replay }: Place): KeptProgress | undefined {
  if (text === undefined) return undefined;
  const kept = JSON.parse(text) as KeptProgress;
  return kept.replay === replay ? kept : undefined;
}

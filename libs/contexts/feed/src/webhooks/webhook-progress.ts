import type { AggregateStore } from '#libs/platform/event-store';
import { type Clock, type Ids, NextRun, processMetadata, timestampOf } from '#libs/platform/kernel';
import type { DocumentStore } from '#libs/platform/read-models';
import type { Commands } from '#libs/platform/service';
import type { Webhook } from '../domain/webhook.js';
import {
  progressId,
  type Reached,
  type TakenRow,
  webhookProgress,
} from '../domain/webhook-progress.js';

/** Seconds from one event in the log that says what was taken to the next; after a quiet time it comes with the next tick. */
const LOG_TICKS = 60;
/** Rows of one event at most. */
const MOST_ROWS = 250;

/** How far a webhook has come, as processes tell each other. */
export interface KeptProgress extends Reached {
  readonly replay: number;
  /** When the oldest event happened that has not been taken, ISO-8601 UTC; absent: none waits. */
  readonly waitingSince?: string | undefined;
}

type Place = Pick<Webhook, 'webhookId' | 'replay'>;

/** How far a webhook has come since its last replay, as it was kept last; undefined: that is not known. */
export async function keptProgress(
  progress: DocumentStore,
  webhook: Place,
): Promise<KeptProgress | undefined> {
  return parse(await progress.pointer(nameOf(webhook)), webhook);
}

/** What the progress of a webhook is kept with. */
export interface ProgressServices {
  readonly aggregates: AggregateStore;
  readonly commands: Commands;
  readonly progress: DocumentStore;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Keeps how far a webhook has come: beside the log after each success, in the log what was taken, a minute's events together. Where
 * what is beside the log is lost, the log says from where to go on.
 */
export class WebhookProgress {
  #stored: string | undefined;
  readonly #keeping = new NextRun(() => this.#write());
  #rows: TakenRow[] = [];
  /** The newest row of each account in {@link #rows}, by its place there. */
  readonly #open = new Map<string, number>();
  /** What is being put into the log, until it is known to be there. */
  #batch: { readonly commandId: string; readonly taken: readonly TakenRow[] } | undefined;
  #logging: Promise<void> | undefined;
  #ticks = 0;
  #loggedAt = -LOG_TICKS;

  /** @param now how far it has come; undefined before that is known */
  constructor(
    private readonly webhook: Place & Pick<Webhook, 'from'>,
    private readonly services: ProgressServices,
    private readonly now: () => Omit<KeptProgress, 'replay'> | undefined,
  ) {}

  /**
   * Where to go on.
   * @param head position of the newest event
   */
  async resume(head: bigint): Promise<Reached> {
    const { aggregates, progress } = this.services;
    this.#stored = await progress.pointer(nameOf(this.webhook));
    const kept = parse(this.#stored, this.webhook);
    const { state } = await aggregates.load(webhookProgress, progressId(this.webhook));
    const logged = state.reached ?? { position: this.webhook.from, waiting: [] };
    const isGood =
      kept !== undefined &&
      BigInt(kept.position) <= head &&
      BigInt(kept.position) >= BigInt(logged.position);
    return isGood ? kept : logged;
  }

  /**
   * Resolves once how far it has come by now, or further, is kept. Whoever calls it while a write is under way shares the next one.
   * @throws when another process has kept something since
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

  /** An event was taken at the first attempt. Resolves at once, unless there are so many rows that the log has to take them first. */
  async taken(row: Omit<TakenRow, 'events'>): Promise<void> {
    while (this.#rows.length >= MOST_ROWS) await this.log();
    const { accountNumber } = row;
    const at = this.#open.get(accountNumber) ?? this.#rows.length;
    this.#open.set(accountNumber, at);
    this.#rows[at] = { ...row, events: (this.#rows[at]?.events ?? 0) + 1 };
  }

  /** The account has failed since: what is taken next begins a row of its own. */
  failed(accountNumber: string): void {
    this.#open.delete(accountNumber);
  }

  /** Once a second: keeps what has changed, and says in the log what was taken when it is time to. */
  async tick(): Promise<void> {
    this.#ticks += 1;
    if (this.#ticks % LOG_TICKS === 0 || this.#hasChanged()) await this.keep();
    if (this.#ticks >= this.#loggedAt + LOG_TICKS) await this.log();
  }

  /** Whether there is more to keep than what others write to the log. */
  #hasChanged(): boolean {
    const [kept, now] = [parse(this.#stored, this.webhook), this.now()];
    const of = (progress: Omit<KeptProgress, 'replay'> | undefined): string =>
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
    const { position, waiting } = reached;
    const command = { position, waiting, taken };
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

import { once } from 'node:events';
import { Inject, Injectable } from '@nestjs/common';
import type { WantedPage } from '#libs/platform/http';
import { type Clock, type ReadPoint, wireTimestamp } from '#libs/platform/kernel';
import { type DocumentStore, type Page, ReadModels } from '#libs/platform/read-models';
import {
  type BackgroundProcess,
  CLOCK,
  FollowsLog,
  type GaugeSample,
  type ProcessGauge,
  PROGRESS_STORE,
} from '#libs/platform/service';
import { encodeCursor, FeedReader, selects } from './feed.queries.js';
import {
  type SubscriptionDocument,
  subscriptionDocuments,
  SUBSCRIPTIONS_BY_FIRM,
} from './subscription.document.js';
import type {
  FeedSubscriptionResponse,
  FeedSubscriptionStatusResponse,
} from './subscription.dto.js';
import type { Subscription } from './subscription.js';

interface StoredProgress {
  /** Of which subscription of this name, since which replay. */
  readonly of: string;
  readonly position: string;
}

type Place = Pick<Subscription, 'firmId' | 'name' | 'createdAt' | 'replay' | 'from' | 'recorded'>;

/**
 * How far the readers of subscriptions have come. It is stored beside the log with each acknowledgement, for all processes, and recorded in
 * the log once an hour: if the former is lost, events since then come again.
 */
@Injectable()
export class SubscriptionProgress {
  constructor(
    @Inject(PROGRESS_STORE) private readonly store: DocumentStore,
    private readonly reader: FeedReader,
  ) {}

  /** Log position up to which everything is acknowledged. */
  async of(subscription: Place): Promise<bigint> {
    const { from, recorded } = subscription;
    const logged = BigInt(recorded?.position ?? from);
    const stored = parse(await this.store.pointer(keyOf(subscription)), subscription);
    const isUsable = stored !== undefined && stored > logged;
    // a log that was restored to an earlier state has not reached what was acknowledged
    return isUsable && stored <= (await this.reader.head()) ? stored : logged;
  }

  /** Acknowledges everything up to a log position; an earlier one changes nothing. */
  async acknowledge(subscription: Place, position: bigint): Promise<void> {
    const key = keyOf(subscription);
    for (;;) {
      if ((await this.of(subscription)) >= position) return;
      const before = await this.store.pointer(key);
      const next: StoredProgress = { of: runOf(subscription), position: String(position) };
      if (await this.store.setPointer(key, before, JSON.stringify(next))) return;
      // another request was faster
    }
  }
}

function keyOf({ firmId, name }: Place): string {
  return `subscription:${firmId}/${name}`;
}

/** Distinguishes subscriptions that had the same name, and what was before a replay. */
function runOf({ createdAt, replay }: Place): string {
  return `${createdAt} ${replay}`;
}

function parse(text: string | undefined, subscription: Place): bigint | undefined {
  if (text === undefined) return undefined;
  const { of, position } = JSON.parse(text) as StoredProgress;
  return of === runOf(subscription) ? BigInt(position) : undefined;
}

/** Events scanned for one that waits. */
const MAX_SCANNED = 1_000;

/** A subscription, and how far its reader has come. */
interface SubscriptionStatus {
  readonly subscription: SubscriptionDocument;
  /** Log position up to which everything is acknowledged. */
  readonly position: bigint;
  /** Age of the oldest event that waits in seconds; 0 if there is none. */
  readonly lagSeconds: number;
}

/** How far the readers of subscriptions have come, the same in every process; reported as metrics by the one that does background work. */
@FollowsLog()
export class SubscriptionStatuses implements BackgroundProcess {
  #isLeader = false;

  constructor(
    private readonly readModels: ReadModels,
    private readonly reader: FeedReader,
    private readonly progress: SubscriptionProgress,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  readonly gauges: readonly ProcessGauge[] = [
    this.#gauge(
      'brokerage_subscription_lag_seconds',
      'Age of the oldest event that a reader has not acknowledged in seconds; 0: none waits.',
      ({ lagSeconds }) => lagSeconds,
    ),
    this.#gauge(
      'brokerage_subscription_parked_events',
      'Events that a reader has put aside.',
      ({ subscription }) => subscription.parked.length,
    ),
  ];

  async run(signal: AbortSignal): Promise<void> {
    this.#isLeader = true;
    if (!signal.aborted) await once(signal, 'abort');
    this.#isLeader = false;
  }

  status(): undefined {
    return undefined;
  }

  /** Subscriptions of one firm or of all, ordered by firm and name. */
  async list(
    page: WantedPage & { readonly firmId: string | undefined },
    point: ReadPoint | undefined,
  ): Promise<Page<SubscriptionStatus>> {
    const { firmId, ...selection } = page;
    const equals = firmId === undefined ? [] : [firmId];
    const found = await this.readModels
      .of(subscriptionDocuments)
      .find({ index: SUBSCRIPTIONS_BY_FIRM, equals, ...selection }, point);
    const items: SubscriptionStatus[] = [];
    for (const subscription of found.items) items.push(await this.of(subscription));
    return { ...found, items };
  }

  async of(subscription: SubscriptionDocument): Promise<SubscriptionStatus> {
    const position = await this.progress.of(subscription);
    const since = await this.#waitingSince(subscription, position);
    const age = since === undefined ? 0 : (this.clock.now() - Date.parse(since)) / 1_000;
    return { subscription, position, lagSeconds: Math.max(0, age) };
  }

  async #waitingSince(
    subscription: SubscriptionDocument,
    position: bigint,
  ): Promise<string | undefined> {
    const parked = new Set(subscription.parked.map(({ eventId }) => eventId));
    for await (const entry of this.reader.ofFirm(subscription.firmId, position, MAX_SCANNED)) {
      if (selects(subscription, entry) && !parked.has(entry.event.id)) return entry.recordedAt;
    }
    return undefined;
  }

  #gauge(name: string, help: string, value: (status: SubscriptionStatus) => number): ProcessGauge {
    const labels = ['subscription', 'firm'];
    const samples = async (): Promise<readonly GaugeSample[]> => {
      if (!this.#isLeader) return [];
      const all = { index: SUBSCRIPTIONS_BY_FIRM, equals: [] };
      const found: GaugeSample[] = [];
      for await (const one of this.readModels.of(subscriptionDocuments).each(all)) {
        const { name: subscription, firmId: firm } = one;
        found.push({ labels: { subscription, firm }, value: value(await this.of(one)) });
      }
      return found;
    };
    return { name, help, labels, samples };
  }
}

/** A subscription as its firm sees it. */
export function toSubscriptionResponse({
  subscription,
  position,
  lagSeconds,
}: SubscriptionStatus): Pick<FeedSubscriptionResponse, keyof FeedSubscriptionResponse> {
  const { name, eventTypes, accounts, parked, createdAt } = subscription;
  return {
    name,
    eventTypes,
    accounts,
    cursor: encodeCursor({ position }),
    lagSeconds: lagSeconds.toFixed(1),
    parkedEvents: parked.length,
    creationDate: wireTimestamp(createdAt),
  };
}

/** A subscription as operators see it. */
export function toSubscriptionStatusResponse(
  status: SubscriptionStatus,
): FeedSubscriptionStatusResponse {
  return { ...toSubscriptionResponse(status), firmId: status.subscription.firmId };
}

import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { memberDocuments, trusteeDocuments } from '#libs/contexts/members';
import {
  AggregateStore,
  type EventStore,
  type OutcomeOf,
  type StoredEvent,
} from '#libs/platform/event-store';
import {
  type Clock,
  isRefusal,
  type RecordedOf,
  type Refusal,
  timestampOf,
} from '#libs/platform/kernel';
import { eventHash } from '#libs/platform/proof';
import { holdsPersonalData, ReadModels, removeAbandonedRefolds } from '#libs/platform/read-models';
import { deriveUuid } from '#libs/platform/runtime';
import {
  type BackgroundTask,
  CLOCK,
  CommandRunner,
  type Erasure,
  ERASURE_LIST,
  erasureDecider,
  EVENT_STORE,
  followEach,
  metadataOfReaction,
  type PersonErased,
  PLATFORM,
  type Platform,
  type Reaction,
  Reacts,
  RepeatsTask,
} from '#libs/platform/service';
import { accountsOf } from './erasure.facts.js';
import { erasureNotices } from './erasure-notice.js';

const POLL_MS = 50;

/** Tells which read models still contain data of an erased person, and sees to it that none does. */
@Injectable()
export class BlankedReadModels {
  readonly #names: readonly string[];

  constructor(@Inject(PLATFORM) private readonly platform: Platform) {
    const { projections, erasures } = platform;
    this.#names = projections
      .filter((projection) => holdsPersonalData(projection, erasures))
      .map(({ name }) => name);
  }

  /** Collections, live or being built, that have not reached the erasure at a position. */
  waitingFor(position: bigint): Promise<readonly string[]> {
    return this.#generations.behind(this.#names, position);
  }

  /**
   * Overwrites what the files of the documents still have from before they were blanked.
   * @returns false if some of it may remain: another process is reading it or has folded it for a comparison, or `signal` has ended this
   */
  async overwritten(signal: AbortSignal): Promise<boolean> {
    const { config, documents } = this.platform;
    return (await removeAbandonedRefolds(config.dataDir)) && documents.overwriteDeleted(signal);
  }

  /**
   * Waits until no stored document has data from before the erasure at a position, and drops superseded generations.
   * @returns false if that takes longer than `patienceMs` milliseconds
   */
  async wait(position: bigint, patienceMs: number): Promise<boolean> {
    const end = performance.now() + patienceMs;
    await this.platform.projectionRunner.waitFor(this.#names, position, patienceMs);
    for (;;) {
      const behind = await this.#generations.dropAbandoned(this.#names, position);
      if (behind.length === 0) return true;
      if (performance.now() >= end) return false;
      await delay(POLL_MS);
    }
  }

  get #generations(): Platform['projectionRunner']['generations'] {
    return this.platform.projectionRunner.generations;
  }
}

/** Interval between checks for erasures without certificate. */
const IDLE_MS = 5_000;

/** The same, while read models are catching up. */
const WAITING_MS = 2_000;

/** Certifies an erasure once its data can no longer be read anywhere. */
@RepeatsTask()
export class CertifyErasures implements BackgroundTask {
  readonly name = 'erasure.certify';

  constructor(
    private readonly commands: CommandRunner,
    private readonly blanked: BlankedReadModels,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  /** Certifies erasures that a request, or a process that died, left uncertified. */
  async round(signal: AbortSignal): Promise<number> {
    const list = [...(await this.platform.erasures.list()).values()];
    const open = list.filter(({ certified }) => !certified);
    const blank: [Erasure, StoredEvent][] = [];
    for (const erasure of open) {
      const event = await this.#blanked(erasure, 0);
      // later erasures in the log are not reached either
      if (!event || signal.aborted) break;
      blank.push([erasure, event]);
    }
    // once for all: the files may be large
    const isGone = blank.length === 0 || (await this.blanked.overwritten(signal));
    if (isGone) for (const [erasure, event] of blank) await this.#record(erasure, event);
    return isGone && blank.length === open.length ? IDLE_MS : WAITING_MS;
  }

  /** Returns undefined if something still holds the data after `patienceMs`. */
  async certify(
    loginId: string,
    patienceMs: number,
  ): Promise<OutcomeOf<typeof erasureDecider> | undefined> {
    const patience = AbortSignal.timeout(patienceMs);
    const erasure = (await this.platform.erasures.list()).get(loginId);
    if (!erasure || erasure.certified) return undefined;
    const event = await this.#blanked(erasure, patienceMs);
    if (!event || !(await this.blanked.overwritten(patience))) return undefined;
    const outcome = await this.#record(erasure, event);
    return isRefusal(outcome) ? undefined : outcome;
  }

  /** Destroys the key and waits for the documents. Returns the erasure's event; undefined if that takes longer than `patienceMs`. */
  async #blanked(
    { loginId, keyId }: Erasure,
    patienceMs: number,
  ): Promise<StoredEvent | undefined> {
    const { erasures } = this.platform;
    const event = await this.eventOf(loginId);
    if (!event) return undefined;
    await erasures.forget(keyId);
    const isBlank = await this.blanked.wait(event.position, patienceMs);
    return isBlank && (await erasures.isDestroyed(keyId)) ? event : undefined;
  }

  #record(
    { loginId, keyId, keyFingerprint }: Erasure,
    event: StoredEvent,
  ): Promise<OutcomeOf<typeof erasureDecider> | Refusal> {
    const commandId = deriveUuid(event.id, 'certify');
    return this.commands.execute(
      erasureDecider,
      ERASURE_LIST,
      {
        type: 'CertifyErasure',
        loginId,
        keyId,
        keyFingerprint,
        erasureId: event.id,
        erasureHash: eventHash(event),
        readModelsAt: event.position.toString(),
      },
      {
        commandId,
        requestId: commandId,
        correlationId: event.metadata['correlationId'] as string,
        causationId: event.id,
        caller: this.name,
        receivedAt: timestampOf(this.clock.now()),
      },
    );
  }

  async eventOf(loginId: string): Promise<StoredEvent | undefined> {
    const stream = AggregateStore.stream(erasureDecider, ERASURE_LIST);
    for await (const event of this.store.readStream(stream)) {
      if (event.type.startsWith('erasure.PersonErased.') && event.data['loginId'] === loginId) {
        return event;
      }
    }
    return undefined;
  }
}

/** Publishes an erasure in the feed of each account of the person, so that subscribers delete what they keep of it. */
@Reacts()
export class NotifySubscribers implements Reaction<PersonErased> {
  readonly name = 'erasure.notify-subscribers';
  readonly events = ['erasure.PersonErased'] as const;

  constructor(
    private readonly readModels: ReadModels,
    private readonly commands: CommandRunner,
  ) {}

  async react(event: RecordedOf<PersonErased>): Promise<bigint> {
    const { data, position } = event;
    const { loginId } = data;
    const person =
      (await this.readModels.of(memberDocuments).get(loginId, position)) ??
      (await this.readModels.of(trusteeDocuments).get(loginId, position));
    if (person === undefined) return 0n;
    const { memberOid, firmId } = person;
    const accounts = accountsOf(this.readModels, { loginId, firmId }, position);
    return followEach(accounts, async (accountNumber) => {
      const notice = { accountNumber, memberOid };
      const metadata = metadataOfReaction(this.name, event, accountNumber);
      const { commands } = this;
      const outcome = await commands.execute(erasureNotices, accountNumber, notice, metadata);
      return isRefusal(outcome) ? 0n : outcome.position;
    });
  }
}

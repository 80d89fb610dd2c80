import { Inject, Injectable } from '@nestjs/common';
import { AggregateStore, type EventStore, type StoredEvent } from '#libs/platform/event-store';
import { eventHash } from '#libs/platform/proof';
import {
  type Clock,
  type CommandMetadata,
  isRefusal,
  notFound,
  type Refusal,
  refuse,
} from '#libs/platform/kernel';
import { deriveUuid } from '#libs/platform/runtime';
import {
  type BackgroundTask,
  CLOCK,
  Commands,
  type Erasure,
  ERASURE_LIST,
  erasureDecider,
  EVENT_STORE,
  PLATFORM,
  type Platform,
} from '#libs/platform/service';
import { holdProblems } from './domain/hold.js';
import { Retention } from './retention.js';

const IDLE_MS = 5_000;
/** How long a request waits for its certificate. */
const PATIENCE_MS = 5_000;

/** What an erasure left in the log. */
export interface Written {
  readonly revision: number;
  readonly position: bigint;
}

/** Erases persons, and certifies it once nothing can be read any more. */
@Injectable()
export class ErasePersons implements BackgroundTask {
  readonly name = 'erasure.certify';

  constructor(
    private readonly commands: Commands,
    private readonly retention: Retention,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  /**
   * Destroys the key of a member or trustee, once the retention hold has ended. Answers after the certificate stands, or after
   * a while: the background work then finishes it. Doing it again changes nothing.
   */
  async erase(loginId: string, metadata: CommandMetadata): Promise<Written | Refusal> {
    const person = await this.retention.person(loginId);
    if (!person) return notFound();
    const { erasures } = this.platform;
    const known = (await erasures.list()).has(loginId);
    const hold = await this.retention.hold(person);
    const problems = known ? [] : holdProblems(hold, new Date(this.clock.now()).toISOString());
    if (problems.length > 0) return refuse(...problems);

    const keyId = `person:${loginId}`;
    const scannedTo = await this.store.head();
    const streams = known ? [] : [...(await erasures.streamsWith(keyId, 0n, scannedTo))];
    const outcome = await this.commands.execute(
      erasureDecider,
      ERASURE_LIST,
      {
        type: 'ErasePerson',
        loginId,
        keyId,
        keyFingerprint: await erasures.fingerprint(keyId),
        streams,
        scannedTo: scannedTo.toString(),
        heldUntil: hold.heldUntil,
      },
      metadata,
    );
    if (isRefusal(outcome)) return outcome;
    await erasures.forget(keyId);
    const certified = await this.#certify(loginId, PATIENCE_MS);
    return certified ?? outcome;
  }

  /** Certifies what a request, or a process that died, has not. */
  async round(signal: AbortSignal): Promise<number> {
    for (const { loginId, certified } of (await this.platform.erasures.list()).values()) {
      if (signal.aborted) break;
      if (!certified) await this.#certify(loginId, PATIENCE_MS);
    }
    return IDLE_MS;
  }

  /** Undefined when a read model still holds the data after `patienceMs`. */
  async #certify(loginId: string, patienceMs: number): Promise<Written | undefined> {
    const { erasures, projectionRunner } = this.platform;
    const erasure = (await erasures.list()).get(loginId);
    const event = await this.#eventOf(loginId);
    if (!erasure || erasure.certified || !event) return undefined;
    await erasures.forget(erasure.keyId);
    const passed = await projectionRunner.waitFor('all', event.position, patienceMs);
    if (!passed || !(await erasures.isDestroyed(erasure.keyId))) return undefined;
    await this.#dropSuperseded();
    const outcome = await this.#record(erasure, event);
    return isRefusal(outcome) ? undefined : outcome;
  }

  #record(
    { loginId, keyId, keyFingerprint }: Erasure,
    event: StoredEvent,
  ): Promise<Written | Refusal> {
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
        receivedAt: new Date(this.clock.now()).toISOString(),
      },
    );
  }

  /** Generations that are no longer folded into still have what was erased. */
  async #dropSuperseded(): Promise<void> {
    const { projectionRunner, projections } = this.platform;
    const { generations } = projectionRunner;
    for (const { name } of projections) {
      const all = await generations.list(name);
      const live = all.find((one) => one.live);
      for (const { collection, number } of all) {
        if (live && number < live.number) await generations.drop(name, collection);
      }
    }
  }

  async #eventOf(loginId: string): Promise<StoredEvent | undefined> {
    const stream = AggregateStore.stream(erasureDecider, ERASURE_LIST);
    for await (const event of this.store.readStream(stream)) {
      if (event.type.startsWith('erasure.PersonErased.') && event.data['loginId'] === loginId) {
        return event;
      }
    }
    return undefined;
  }
}

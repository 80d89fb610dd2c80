import { Inject, Injectable } from '@nestjs/common';
import {
  AggregateStore,
  type EventStore,
  isDryRun,
  type StoredEvent,
} from '#libs/platform/event-store';
import { eventHash } from '#libs/platform/proof';
import {
  type Clock,
  type CommandMetadata,
  isRefusal,
  notFound,
  personKeyId,
  type Refusal,
  refuse,
  timestampOf,
} from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { deriveUuid } from '#libs/platform/runtime';
import {
  type BackgroundTask,
  CLOCK,
  Commands,
  type Erasure,
  ERASURE_LIST,
  erasureDecider,
  erasureScopeDecider,
  EVENT_STORE,
  MOST_STREAMS,
  PLATFORM,
  type Platform,
  sealedStreams,
} from '#libs/platform/service';
import { BlankedReadModels } from './blanked-read-models.js';
import { holdProblems } from './domain/hold.js';
import { Retention } from './retention.js';

/** From one look for erasures without certificate to the next. */
const IDLE_MS = 5_000;
/** The same, while read models are on their way. */
const WAITING_MS = 2_000;
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
    private readonly readModels: ReadModels,
    private readonly blanked: BlankedReadModels,
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
    const problems = known ? [] : holdProblems(hold, timestampOf(this.clock.now()));
    if (problems.length > 0) return refuse(...problems);

    const keyId = personKeyId(loginId);
    const scannedTo = await this.store.head();
    const listed = known ? undefined : await this.#list(loginId, keyId, scannedTo, metadata);
    if (listed) return listed;
    const outcome = await this.commands.execute(
      erasureDecider,
      ERASURE_LIST,
      {
        type: 'ErasePerson',
        loginId,
        keyId,
        keyFingerprint: await erasures.fingerprint(keyId),
        scannedTo: scannedTo.toString(),
        heldUntil: hold.heldUntil,
      },
      metadata,
    );
    if (isRefusal(outcome) || isDryRun()) return outcome;
    await erasures.forget(keyId);
    const certified = await this.#certify(loginId, PATIENCE_MS);
    return certified ?? outcome;
  }

  /** Lists the streams with data of a person, so that no process has to look for them in the log. */
  async #list(
    loginId: string,
    keyId: string,
    upTo: bigint,
    metadata: CommandMetadata,
  ): Promise<Refusal | undefined> {
    let streams: string[] = [];
    let part = 0;
    const send = async (): Promise<Refusal | undefined> => {
      const commandId = deriveUuid(metadata.commandId, `streams ${part++}`);
      const command = { loginId, streams };
      const own = { ...metadata, commandId };
      const outcome = await this.commands.execute(erasureScopeDecider, loginId, command, own);
      streams = [];
      return isRefusal(outcome) ? outcome : undefined;
    };
    for await (const stream of sealedStreams(this.readModels, keyId, upTo)) {
      const refused = streams.push(stream) < MOST_STREAMS ? undefined : await send();
      if (refused) return refused;
    }
    return send();
  }

  /** Certifies what a request, or a process that died, has not. */
  async round(signal: AbortSignal): Promise<number> {
    for (const { loginId, certified } of (await this.platform.erasures.list()).values()) {
      if (signal.aborted) break;
      if (certified) continue;
      // What comes after it in the log has not been passed either.
      if (!(await this.#certify(loginId, 0))) return WAITING_MS;
    }
    return IDLE_MS;
  }

  /** Undefined when a read model still holds the data after `patienceMs`. */
  async #certify(loginId: string, patienceMs: number): Promise<Written | undefined> {
    const { erasures } = this.platform;
    const erasure = (await erasures.list()).get(loginId);
    const event = await this.eventOf(loginId);
    if (!erasure || erasure.certified || !event) return undefined;
    await erasures.forget(erasure.keyId);
    const blank = await this.blanked.wait(event.position, patienceMs);
    if (!blank || !(await erasures.isDestroyed(erasure.keyId))) return undefined;
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
        receivedAt: timestampOf(this.clock.now()),
      },
    );
  }

  /** The event that erased a person; undefined when there is none. */
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

import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { memberDirectories } from '#libs/contexts/members';
import { type EventStore, isDryRun } from '#libs/platform/event-store';
import {
  type Clock,
  type CommandMetadata,
  notFound,
  personKeyId,
  refuse,
  RefusedException,
  timestampOf,
} from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { deriveUuid } from '#libs/platform/runtime';
import {
  CLOCK,
  CommandRunner,
  ERASURE_LIST,
  erasureDecider,
  erasureScopeDecider,
  EVENT_STORE,
  MAX_STREAMS,
  PLATFORM,
  type Platform,
  sealedStreams,
  UseCaseCommand,
} from '#libs/platform/service';
import { Retention } from './erasure.facts.js';
import { CertifyErasures } from './erasure.reactions.js';
import { holdProblems } from './hold.js';

/** How long a request waits for its certificate. */
const PATIENCE_MS = 5_000;

/**
 * Destroys the key of a member or trustee after the end of the retention hold. Returns with the certificate, or after a while without
 * it: background work then finishes the erasure. Repeating the command changes nothing.
 */
export class ErasePersonCommand extends UseCaseCommand<
  typeof erasureDecider,
  { readonly loginId: string; readonly reason?: string }
> {}

@CommandHandler(ErasePersonCommand)
export class ErasePersonHandler implements ICommandHandler<ErasePersonCommand> {
  constructor(
    private readonly commands: CommandRunner,
    private readonly retention: Retention,
    private readonly readModels: ReadModels,
    private readonly certifying: CertifyErasures,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  async execute({ payload: { loginId, reason }, metadata }: ErasePersonCommand) {
    const person = await this.retention.person(loginId);
    if (!person) throw new RefusedException(notFound());
    const { erasures } = this.platform;
    const known = (await erasures.list()).has(loginId);
    const hold = await this.retention.hold(person);
    const now = timestampOf(this.clock.now());
    const problems = known ? [] : holdProblems(hold, now);
    if (problems.length > 0) throw new RefusedException(refuse(...problems));

    const keyId = personKeyId(loginId);
    const head = await this.store.head();
    if (!known) await this.#list(loginId, keyId, head, metadata);
    const keyFingerprint = await erasures.fingerprint(keyId);
    const erased = { loginId, keyId, keyFingerprint, scannedTo: head.toString() };
    const command = {
      type: 'ErasePerson',
      ...erased,
      heldUntil: hold.heldUntil,
      ...(reason !== undefined && { reason }),
    } as const;
    const outcome = await this.commands.executeOrThrow(
      erasureDecider,
      ERASURE_LIST,
      command,
      metadata,
    );
    if (isDryRun()) return outcome;
    memberDirectories(this.platform).loginChanged(loginId, outcome.position);
    await erasures.forget(keyId);
    return (await this.certifying.certify(loginId, PATIENCE_MS)) ?? outcome;
  }

  /** Records the streams with data of a person, so that no process has to search the log for them. */
  async #list(
    loginId: string,
    keyId: string,
    upTo: bigint,
    metadata: CommandMetadata,
  ): Promise<void> {
    let streams: string[] = [];
    let part = 0;
    const send = async (): Promise<void> => {
      const commandId = deriveUuid(metadata.commandId, `streams ${part++}`);
      const own = { ...metadata, commandId };
      await this.commands.executeOrThrow(erasureScopeDecider, loginId, { loginId, streams }, own);
      streams = [];
    };
    for await (const stream of sealedStreams(this.readModels, keyId, upTo)) {
      if (streams.push(stream) === MAX_STREAMS) await send();
    }
    await send();
  }
}

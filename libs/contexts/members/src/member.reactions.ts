import { Inject } from '@nestjs/common';
import { AggregateStore, EventCodec, type EventStore } from '#libs/platform/event-store';
import type { RecordedOf } from '#libs/platform/kernel';
import { EVENT_STORE, type Reaction, Reacts } from '#libs/platform/service';
import { IdentityProvider, type PersonToCheck } from './identity.ports.js';
import type { IdentityCheckRequested, MemberEvent } from './member.events.js';
import { memberDecider } from './member.js';

/** Submits asynchronous identity checks to the provider, after the response to the client. */
@Reacts()
export class SubmitIdentityCheck implements Reaction<IdentityCheckRequested> {
  readonly name = 'members.submit-identity-check';
  readonly events = ['member.IdentityCheckRequested'] as const;
  readonly inline = false;

  constructor(
    private readonly aggregates: AggregateStore,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    private readonly codec: EventCodec,
    private readonly provider: IdentityProvider,
  ) {}

  async react({ id: checkId, stream, data }: RecordedOf<IdentityCheckRequested>): Promise<bigint> {
    const { loginId } = data;
    const { state } = await this.aggregates.load(memberDecider, loginId);
    if (state.member?.cipStatus !== 'PENDING_NEW') return 0n;
    const person = await this.#person(stream);
    if (person !== undefined) await this.provider.submit({ checkId, loginId, person });
    return 0n;
  }

  /** The person in the first event of a member's stream; undefined once the person's key is destroyed. */
  async #person(stream: string): Promise<PersonToCheck | undefined> {
    for await (const stored of this.eventStore.readStream(stream, { max: 1 })) {
      const [event] = (await this.codec.decode([stored])) as (
        RecordedOf<MemberEvent> | undefined
      )[];
      if (event?.type !== 'member.MemberCreated') return undefined;
      // after an erasure these fields are missing, despite their types
      const { firstName, lastName, dateOfBirth, tid } = event.data as Partial<PersonToCheck>;
      return firstName && lastName && dateOfBirth && tid
        ? { firstName, lastName, dateOfBirth, tid }
        : undefined;
    }
    return undefined;
  }
}

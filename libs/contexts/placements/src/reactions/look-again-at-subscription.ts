import { Injectable } from '@nestjs/common';
import { OpenAccounts } from '#libs/contexts/accounts';
import { AggregateStore } from '#libs/platform/event-store';
import { type CommandMetadata, type RecordedOf, type Refusal, refuse } from '#libs/platform/kernel';
import { CommandRunner, Reacts, SecondLook } from '#libs/platform/service';
import { offerDecider } from '../domain/offer.js';
import {
  availabilityProblems,
  isActive,
  type KnownSubscription,
  subscriptionDecider,
} from '../domain/subscription.js';
import type { SubscriptionEvent } from '../domain/subscription.events.js';

type Submitted = Extract<SubscriptionEvent, { type: 'placement.SubscriptionSubmitted' }>;

/** The second look of a subscription: it relies on an open account, on the right of whoever submitted it, and on an offer open to the firm. */
@Reacts()
@Injectable()
export class LookAgainAtSubscription extends SecondLook<Submitted> {
  readonly name = 'placements.look-again';
  readonly events = ['placement.SubscriptionSubmitted'] as const;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly accounts: OpenAccounts,
  ) {
    super();
  }

  protected async look(event: RecordedOf<Submitted>): Promise<Refusal | undefined> {
    const { accountNumber, subscriptionOid } = event.data;
    const hinders = async (): Promise<string | undefined> => {
      const { state } = await this.aggregates.load(subscriptionDecider, subscriptionOid);
      return state && isActive(state.status) ? activeSubscription(state) : undefined;
    };
    const [refusal, ofOffer] = await Promise.all([
      this.accounts.refusalOf(event, { accountNumber, action: 'trade', hinders }),
      this.#offerRefusal(event),
    ]);
    return refusal ?? ofOffer;
  }

  protected undo({ data }: RecordedOf<Submitted>, metadata: CommandMetadata) {
    const { subscriptionOid } = data;
    const command = { type: 'RejectSubscription' } as const;
    return this.commands.execute(subscriptionDecider, subscriptionOid, command, metadata);
  }

  /** An offer that changed after the subscription takes nothing back. */
  async #offerRefusal(event: RecordedOf<Submitted>): Promise<Refusal | undefined> {
    const { privatePlacementOfferOid: oid, firmId, respondedAt } = event.data;
    const problemsIn = async (asOf?: bigint) => {
      const { state } = await this.aggregates.load(offerDecider, oid, asOf);
      return state ? availabilityProblems(state.offer, firmId, respondedAt) : [];
    };
    if ((await problemsIn()).length === 0) return undefined;
    const problems = await problemsIn(event.position);
    return problems.length === 0 ? undefined : refuse(...problems);
  }
}

/** What keeps an account from being closed. */
export function activeSubscription({
  subscriptionOid,
  status,
}: Pick<KnownSubscription, 'subscriptionOid' | 'status'>): string {
  return `Subscription ${subscriptionOid} is ${status}.`;
}

import { Inject } from '@nestjs/common';
import type { AccountEvent } from '#libs/contexts/accounts';
import { memberDecider } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import { type CommandMetadata, isRefusal, type RecordedOf } from '#libs/platform/kernel';
import type { Logger } from '#libs/platform/runtime';
import {
  CommandRunner,
  followAll,
  LOGGER,
  metadataOfReaction,
  type Reaction,
  Reacts,
} from '#libs/platform/service';
import { type AgreeBySignature, itemForAttention, type RaiseItem } from './item.js';

type Triggers = 'account.AccountOpened' | 'account.AgreementSigned';

type Trigger = RecordedOf<Extract<AccountEvent, { type: Triggers }>>;

type Opened = Extract<Trigger, { type: 'account.AccountOpened' }>;

type Signed = Extract<Trigger, { type: 'account.AgreementSigned' }>;

/**
 * Items of type SA: raised for each required signer when an account is opened, agreed to when the signer signs the customer agreement
 * ([signature.items]). One reaction for both, so that the durable run keeps the order of the log: items come before their signatures.
 */
@Reacts()
export class SigningItems implements Reaction<Extract<AccountEvent, { type: Triggers }>> {
  readonly name = 'attention.signing-items';
  readonly events = ['account.AccountOpened', 'account.AgreementSigned'] as const;

  constructor(
    private readonly commands: CommandRunner,
    private readonly aggregates: AggregateStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async react(event: Trigger): Promise<bigint> {
    return event.type === 'account.AccountOpened' ? this.#raise(event) : this.#agree(event);
  }

  #raise(event: Opened): Promise<bigint> {
    const { accountNumber, firmId, requiredSigners } = event.data;
    return followAll(requiredSigners, async ({ loginId, itemId }) => {
      const { state } = await this.aggregates.loadCached(memberDecider, loginId);
      const memberOid = state.member?.memberOid;
      if (memberOid === undefined) throw new Error('a required signer is not a member');
      return this.#carryOut(
        {
          type: 'RaiseItem',
          id: itemId,
          loginId,
          memberOid,
          firmId,
          content: {
            ifaType: 'SA',
            targetOid: accountNumber,
            targetOidType: 'A',
            forceResponse: true,
            startDate: event.at,
          },
        },
        metadataOfReaction(this.name, event, loginId),
      );
    });
  }

  async #agree(event: Signed): Promise<bigint> {
    const { itemId, loginId } = event.data;
    if (itemId === undefined) return 0n;
    const metadata = metadataOfReaction(this.name, event, loginId);
    return this.#carryOut({ type: 'AgreeBySignature', id: itemId }, metadata);
  }

  async #carryOut(
    command: RaiseItem | AgreeBySignature,
    metadata: CommandMetadata,
  ): Promise<bigint> {
    const { type: kind, id: item } = command;
    const outcome = await this.commands.execute(itemForAttention, item, command, metadata);
    if (!isRefusal(outcome)) return outcome.position;
    if (outcome.kind !== 'invalid') throw new Error(`${kind} refused: ${outcome.kind}`);
    // the back office used the id for another item or changed the type, so retrying would not help
    const problems = outcome.problems.map(({ errorCode }) => errorCode);
    this.logger.error({ reaction: this.name, kind, item, problems }, 'item left unchanged');
    return 0n;
  }
}

import { Injectable } from '@nestjs/common';
import { type AccountDocument, accountDocuments } from '#libs/contexts/accounts';
import { type MemberDocument, memberDocuments } from '#libs/contexts/members';
import { ReadModels } from '#libs/platform/read-models';
import {
  type RtgSubscriptionDocument,
  rtgSubscriptionDocuments,
  SUBSCRIPTIONS_OF_RTG,
} from './read-models/subscription.document.js';

/** A member who follows a model. */
export interface Follower {
  readonly member: MemberDocument;
  /** The first account with a folio that follows it. */
  readonly accountNumber: string;
}

/** A part of those who follow a model, in the order of folio numbers. */
export interface FollowersPage {
  readonly followers: readonly Follower[];
  /** Last folio number looked at; undefined when there were none left. */
  readonly upTo: string | undefined;
  /** Folios looked at. */
  readonly folios: number;
}

const PAGE = 100;

/**
 * The members who follow a model: the owners of accounts with a folio subscribed to it ([rtg.notices]); of a corporate account
 * the representative of the firm.
 */
@Injectable()
export class Followers {
  constructor(private readonly readModels: ReadModels) {}

  /**
   * The next ones.
   * @param position of the change: who subscribed later is passed over
   * @param after folio number; the beginning when undefined
   */
  async page(rtgOid: string, position: bigint, after: string | undefined): Promise<FollowersPage> {
    const { items } = await this.readModels.of(rtgSubscriptionDocuments).find(
      {
        index: SUBSCRIPTIONS_OF_RTG,
        equals: [rtgOid],
        ...(after !== undefined && { range: { from: after, fromExclusive: true } }),
        limit: PAGE,
      },
      position,
    );
    const earlier = items.filter(({ since }) => BigInt(since) < position);
    return {
      followers: await this.#ownersOf(earlier, position),
      upTo: items.at(-1)?.folioNumber,
      folios: items.length,
    };
  }

  async #ownersOf(
    subscriptions: readonly RtgSubscriptionDocument[],
    position: bigint,
  ): Promise<Follower[]> {
    const numbers = [...new Set(subscriptions.map(({ accountNumber }) => accountNumber))];
    const accounts = await this.readModels.of(accountDocuments).getMany(numbers, position);
    const accountOf = new Map<string, string>();
    for (const account of accounts) {
      if (account === undefined) continue;
      for (const loginId of peopleOf(account)) {
        if (!accountOf.has(loginId)) accountOf.set(loginId, account.accountNumber);
      }
    }
    const loginIds = [...accountOf.keys()];
    const members = await this.readModels.of(memberDocuments).getMany(loginIds, position);
    return members.flatMap((member) => {
      // a person whose data were erased can't be told anything
      if (member?.lastName === undefined) return [];
      return [{ member, accountNumber: accountOf.get(member.loginId) ?? '' }];
    });
  }
}

function peopleOf({
  firmRep,
  primaryAccountOwner,
  jointOwners,
}: AccountDocument): readonly string[] {
  return firmRep === undefined ? [primaryAccountOwner, ...jointOwners] : [firmRep];
}

import { accountDocuments, ownersOf } from '#libs/contexts/accounts';
import { type MemberDocument, memberDocuments } from '#libs/contexts/members';
import type { ReadModels } from '#libs/platform/read-models';
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

const PAGE = 100;

/**
 * Some of the members who follow a model, in the order of folio numbers: the owners of accounts with a folio subscribed to it
 * ([rtg.notices]); of a corporate account the representative of the firm.
 * @param position of the change: who subscribed later is passed over
 * @param after folio number; the beginning when undefined
 * @returns with the number of folios looked at, and the last one's number: undefined when there were none left
 */
export async function followersAfter(
  readModels: ReadModels,
  rtgOid: string,
  position: bigint,
  after: string | undefined,
): Promise<{
  readonly followers: readonly Follower[];
  readonly upTo: string | undefined;
  readonly folios: number;
}> {
  const { items } = await readModels
    .of(rtgSubscriptionDocuments)
    .find(
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
    followers: await peopleBehind(readModels, earlier, position),
    upTo: items.at(-1)?.folioNumber,
    folios: items.length,
  };
}

async function peopleBehind(
  readModels: ReadModels,
  subscriptions: readonly RtgSubscriptionDocument[],
  position: bigint,
): Promise<Follower[]> {
  const numbers = [...new Set(subscriptions.map(({ accountNumber }) => accountNumber))];
  const accounts = await readModels.of(accountDocuments).getMany(numbers, position);
  const accountOf = new Map<string, string>();
  for (const account of accounts.filter((one) => one !== undefined)) {
    const { accountNumber, firmRep } = account;
    for (const loginId of firmRep === undefined ? ownersOf(account) : [firmRep]) {
      if (!accountOf.has(loginId)) accountOf.set(loginId, accountNumber);
    }
  }
  const members = await readModels.of(memberDocuments).getMany([...accountOf.keys()], position);
  return members.flatMap((member) => {
    // a person whose data were erased can't be told anything
    if (member?.lastName === undefined) return [];
    return [{ member, accountNumber: accountOf.get(member.loginId) ?? '' }];
  });
}

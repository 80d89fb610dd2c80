import { Inject } from '@nestjs/common';
import { accountDocuments, ownersOf } from '#libs/contexts/accounts';
import { itemForAttention } from '#libs/contexts/attention';
import { mailDecider } from '#libs/contexts/mail';
import { type MemberDocument, memberDocuments } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import { isRefusal, omit, type RecordedOf } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { deriveUuid, type Logger } from '#libs/platform/runtime';
import {
  CommandRunner,
  LOGGER,
  metadataOfReaction,
  type Reaction,
  Reacts,
} from '#libs/platform/service';
import { rtgNotices } from './rtg.js';
import {
  type RtgSubscriptionDocument,
  rtgSubscriptionDocuments,
  SUBSCRIPTIONS_OF_RTG,
} from './rtg.document.js';
import type { RtgUpdated } from './rtg.events.js';

const CONCURRENCY = 16;

/**
 * Notifies each member who follows a changed model, once per change, with an item for attention of type NO and a mail
 * ([rtg.notices]). Goes through them in pages and records its progress in the log. Ids and command ids are derived from the change
 * and the member, so repeating a page has no effect.
 */
@Reacts()
export class NotifyFollowers implements Reaction<RtgUpdated> {
  readonly name = 'rtgs.tell-followers';
  readonly events = ['rtg.RtgUpdated'] as const;
  readonly inline = false;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly readModels: ReadModels,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async react(event: RecordedOf<RtgUpdated>): Promise<bigint> {
    const { rtgOid, changeNumber } = event.data;
    const id = `${rtgOid}:${changeNumber}`;
    let { upTo, completed } = (await this.aggregates.load(rtgNotices, id)).state;
    let newest = 0n;
    while (!completed) {
      const page = await followersAfter(this.readModels, rtgOid, event.position, upTo);
      for (let i = 0; i < page.followers.length; i += CONCURRENCY) {
        const some = page.followers.slice(i, i + CONCURRENCY);
        await Promise.all(some.map((follower) => this.#notify(event, follower)));
      }
      ({ upTo } = page);
      completed = upTo === undefined;
      const command = { rtgOid, changeNumber, upTo, folios: page.folios };
      const metadata = metadataOfReaction(this.name, event, `up to ${upTo ?? 'the end'}`);
      newest = await this.commands.executeUnrefused(rtgNotices, id, command, metadata);
    }
    return newest;
  }

  async #notify(event: RecordedOf<RtgUpdated>, { member, accountNumber }: Follower): Promise<void> {
    const { loginId, memberOid, firmId } = member;
    const item = deriveUuid(event.id, `item-for-attention/${loginId}`);
    const mail = deriveUuid(event.id, `mail/${loginId}`);
    const raised = await this.commands.execute(
      itemForAttention,
      item,
      {
        type: 'RaiseItem',
        id: item,
        loginId,
        memberOid,
        firmId,
        content: {
          ifaType: 'NO',
          targetOid: accountNumber,
          targetOidType: 'A',
          startDate: event.at,
          readDocumentPath: `/restapi/rtgs/${event.data.rtgOid}`,
        },
      },
      metadataOfReaction(this.name, event, `item/${loginId}`),
    );
    await this.commands.executeUnrefused(
      mailDecider,
      mail,
      {
        type: 'RequestMail',
        mailId: mail,
        loginId,
        firmId,
        topic: 'rtg-model-changed',
        ...rtgChangedMail(event.data),
      },
      // without firmId, so that mails use real time, not the clock of a sandbox
      omit(metadataOfReaction(this.name, event, `mail/${loginId}`), 'firmId'),
    );
    if (isRefusal(raised)) {
      // The back office has used the id for something else: retrying would not change that.
      if (raised.kind !== 'invalid') throw new Error(`an item was refused: ${raised.kind}`);
      const problems = raised.problems.map(({ errorCode }) => errorCode);
      this.logger.error({ reaction: this.name, item, problems }, 'item left unchanged');
    }
  }
}

interface Follower {
  readonly member: MemberDocument;
  /** The first account with such a folio. */
  readonly accountNumber: string;
}

const PAGE = 100;

/**
 * A page of the members who follow a model, by folio number: the owners of accounts with a subscribed folio, or the firm rep of a
 * corporate account ([rtg.notices]).
 * @param position position of the change; later subscriptions are skipped
 * @param after folio number to start after
 * @returns also the number of folios read and the last folio number, undefined at the end
 */
async function followersAfter(
  readModels: ReadModels,
  rtgOid: string,
  position: bigint,
  after: string | undefined,
): Promise<{
  readonly followers: readonly Follower[];
  readonly upTo: string | undefined;
  readonly folios: number;
}> {
  const { items } = await readModels.of(rtgSubscriptionDocuments).find(
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
  for (const account of accounts) {
    // a closed account follows nothing
    if (account === undefined || account.closed) continue;
    const { accountNumber, firmRep } = account;
    for (const loginId of firmRep === undefined ? ownersOf(account) : [firmRep]) {
      if (!accountOf.has(loginId)) accountOf.set(loginId, accountNumber);
    }
  }
  const members = await readModels.of(memberDocuments).getMany([...accountOf.keys()], position);
  return members.flatMap((member) => {
    // an erased person can't be notified
    if (member?.lastName === undefined) return [];
    return [{ member, accountNumber: accountOf.get(member.loginId) ?? '' }];
  });
}

/** The mail about a changed model, the same for all members who follow it. */
export function rtgChangedMail({ name, previous, targetWeights }: RtgUpdated['data']): {
  readonly subject: string;
  readonly text: string;
} {
  const before = new Map(
    previous.targetWeights.map(({ ticker, targetWeight }) => [ticker, targetWeight]),
  );
  const now = new Map(targetWeights.map(({ ticker, targetWeight }) => [ticker, targetWeight]));
  const lines = [...new Set([...now.keys(), ...before.keys()])]
    .filter((ticker) => now.get(ticker) !== before.get(ticker))
    .map((ticker) => `  ${ticker}: ${percent(before.get(ticker))} -> ${percent(now.get(ticker))}`);
  const changes = lines.length > 0 ? ['New target weights:', '', ...lines, ''] : [];
  return {
    subject: `A model you follow has changed: ${name}`,
    text: [
      `The ready-to-go folio model "${name}", which you follow, has changed.`,
      ...(previous.name === name ? [] : [`Its name was "${previous.name}".`]),
      '',
      ...changes,
      'Your folios have not been changed. Please review the model and place the orders you want.',
    ].join('\n'),
  };
}

function percent(weight: string | undefined): string {
  return weight === undefined ? 'none' : `${weight} %`;
}

import { Inject, Injectable } from '@nestjs/common';
import { accountDocuments, ownersOf } from '#libs/contexts/accounts';
import { itemForAttention } from '#libs/contexts/attention';
import { mailDecider } from '#libs/contexts/mail';
import { type MemberDocument, memberDocuments } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import { isRefusal, omit, type RecordedOf } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { deriveUuid, type Logger } from '#libs/platform/runtime';
import { Commands, LOGGER, metadataOfReaction, type Reaction } from '#libs/platform/service';
import type { RtgUpdated } from '../domain/rtg.events.js';
import { rtgNotices } from '../domain/rtg-notices.js';
import {
  type RtgSubscriptionDocument,
  rtgSubscriptionDocuments,
  SUBSCRIPTIONS_OF_RTG,
} from '../read-models/subscription.document.js';

const AT_ONCE = 16;

function noticeIds(changeEventId: string, loginId: string): { item: string; mail: string } {
  return {
    item: deriveUuid(changeEventId, `item-for-attention/${loginId}`),
    mail: deriveUuid(changeEventId, `mail/${loginId}`),
  };
}

/**
 * Tells each member who follows a changed model, once per change: an item for attention of type NO and a mail ([rtg.notices]).
 * Goes through them page by page and notes in the log how far it is; ids and command ids follow
 * from the change and the member, so a page that is gone through again leaves nothing more.
 */
@Injectable()
export class TellFollowers implements Reaction<RtgUpdated> {
  readonly name = 'rtgs.tell-followers';
  readonly events = ['rtg.RtgUpdated'] as const;
  readonly inline = false;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
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
      for (let i = 0; i < page.followers.length; i += AT_ONCE) {
        const some = page.followers.slice(i, i + AT_ONCE);
        await Promise.all(some.map((follower) => this.#tell(event, follower)));
      }
      ({ upTo } = page);
      completed = upTo === undefined;
      const command = { rtgOid, changeNumber, upTo, folios: page.folios };
      const metadata = metadataOfReaction(this.name, event, `up to ${upTo ?? 'the end'}`);
      const outcome = await this.commands.execute(rtgNotices, id, command, metadata);
      if (isRefusal(outcome)) throw new Error(`the notices were refused: ${outcome.kind}`);
      newest = outcome.position;
    }
    return newest;
  }

  async #tell(event: RecordedOf<RtgUpdated>, { member, accountNumber }: Follower): Promise<void> {
    const { loginId, memberOid, firmId } = member;
    const { item, mail } = noticeIds(event.id, loginId);
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
    const requested = await this.commands.execute(
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
      // mails go out by the clock of all, whatever that of a sandbox shows
      omit(metadataOfReaction(this.name, event, `mail/${loginId}`), 'firmId'),
    );
    if (isRefusal(requested)) throw new Error(`a mail was refused: ${requested.kind}`);
    if (isRefusal(raised)) {
      // The back office gave the id another meaning: trying again would not change that.
      if (raised.kind !== 'invalid') throw new Error(`an item was refused: ${raised.kind}`);
      const problems = raised.problems.map(({ errorCode }) => errorCode);
      this.logger.error({ reaction: this.name, item, problems }, 'item left as it is');
    }
  }
}

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

/** What the mail to the members who follow a changed model says. The same for all of them. */
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

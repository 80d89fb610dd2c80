import { Inject, Injectable } from '@nestjs/common';
import { itemForAttention } from '#libs/contexts/attention';
import { mailDecider } from '#libs/contexts/mail';
import { AggregateStore } from '#libs/platform/event-store';
import { isRefusal, omit, type RecordedOf } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { deriveUuid, type Logger } from '#libs/platform/runtime';
import { Commands, LOGGER, metadataOfReaction, type Reaction } from '#libs/platform/service';
import type { RtgUpdated } from '../domain/rtg.events.js';
import { rtgNotices } from '../domain/rtg-notices.js';
import { type Follower, followersAfter } from '../followers.js';
import { rtgChangedMail } from './rtg-changed.mail.js';

const AT_ONCE = 16;

/** Ids of what one member gets about one change. */
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

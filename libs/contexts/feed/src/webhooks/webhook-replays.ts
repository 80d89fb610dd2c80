import { Injectable } from '@nestjs/common';
import {
  Answer,
  type Body,
  commandMetadata,
  ProblemsException,
  type RequestContext,
  requireValid,
  throwIfRefused,
} from '#libs/platform/http';
import { FieldCode, fieldProblem, isAccountNumber } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import { webhooks } from '../domain/webhook.js';
import type { ReplayDto } from '../http/webhook.dto.js';
import { ahead, positionAt } from '../http/feed.controller.js';
import { FeedReader } from '../feed-reader.js';

/** Sends what was published once more, for the firm itself and for those who run the service. */
@Injectable()
export class WebhookReplays {
  constructor(
    private readonly commands: Commands,
    private readonly reader: FeedReader,
  ) {}

  /** Everything from a place on is sent once more, in order; the ids of the messages stay. */
  async replay(
    context: RequestContext,
    { firmId, webhookId }: { readonly firmId: string; readonly webhookId: string },
    body: Body<ReplayDto>,
  ): Promise<Answer> {
    const from = String(await this.#placeOf(firmId, requireValid(body)));
    const command = { type: 'Replay', firmId, from } as const;
    const metadata = commandMetadata(context);
    const outcome = await this.commands.execute(webhooks, webhookId, command, metadata);
    return Answer.updated(throwIfRefused(outcome));
  }

  /** Position of the log after which events are sent again. */
  async #placeOf(firmId: string, { cursor, accountNumber, sequence }: ReplayDto): Promise<bigint> {
    if (accountNumber === undefined && sequence === undefined) {
      const named = { at: cursor, field: 'cursor' };
      const place = positionAt(named);
      if (!(await this.reader.has(place))) throw ahead(named);
      return place;
    }
    const problems = [
      cursor !== undefined &&
        fieldProblem('cursor', FieldCode.Value, 'not with accountNumber and sequence'),
      accountNumber === undefined && fieldProblem('accountNumber', FieldCode.Required),
      sequence === undefined && fieldProblem('sequence', FieldCode.Required),
    ].filter((problem) => problem !== false);
    if (problems.length > 0) throw new ProblemsException(400, problems);
    const [entry] = isAccountNumber(accountNumber ?? '')
      ? await this.reader.ofAccount(firmId, accountNumber ?? '', (sequence ?? 1) - 1, 1)
      : [];
    if (!entry) {
      const none = 'no event of an account of the firm has this number';
      throw new ProblemsException(400, [fieldProblem('sequence', FieldCode.Value, none)]);
    }
    return this.reader.before(entry.position);
  }
}

import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ProblemsException } from '#libs/platform/http';
import { FieldCode, fieldProblem, isAccountNumber } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { type Webhook, webhooks } from '../domain/webhook.js';
import { ahead, positionAt } from '../feed-places.js';
import { FeedReader } from '../feed-reader.js';

interface ReplayStart {
  readonly cursor?: string | undefined;
  readonly accountNumber?: string | undefined;
  readonly sequence?: number | undefined;
}

/** Sends everything after a place to a webhook again, in order and under the same message ids. */
export class ReplayEventsCommand extends UseCaseCommand<
  typeof webhooks,
  { readonly webhook: Pick<Webhook, 'firmId' | 'webhookId'>; readonly start: ReplayStart }
> {}

@CommandHandler(ReplayEventsCommand)
export class ReplayEventsHandler implements ICommandHandler<ReplayEventsCommand> {
  constructor(
    private readonly commands: CommandRunner,
    private readonly reader: FeedReader,
  ) {}

  async execute({ payload: { webhook, start }, metadata }: ReplayEventsCommand) {
    const { firmId, webhookId } = webhook;
    const from = String(await this.#placeOf(firmId, start));
    const replay = { type: 'Replay', firmId, from } as const;
    return this.commands.executeOrThrow(webhooks, webhookId, replay, metadata);
  }

  /** Log position after which events are sent again. */
  async #placeOf(firmId: string, start: ReplayStart): Promise<bigint> {
    const { cursor, accountNumber, sequence } = start;
    if (accountNumber === undefined && sequence === undefined) {
      const named = { at: cursor, field: 'cursor' };
      const place = positionAt(named);
      if (!(await this.reader.has(place))) throw ahead(named);
      return place;
    }
    const problems = [
      cursor !== undefined &&
        fieldProblem('cursor', FieldCode.Value, 'not allowed with accountNumber and sequence'),
      accountNumber === undefined && fieldProblem('accountNumber', FieldCode.Required),
      sequence === undefined && fieldProblem('sequence', FieldCode.Required),
    ].filter((problem) => problem !== false);
    if (problems.length > 0) throw new ProblemsException(400, problems);
    const [entry] = isAccountNumber(accountNumber ?? '')
      ? await this.reader.ofAccount(firmId, accountNumber ?? '', (sequence ?? 1) - 1, 1)
      : [];
    if (!entry) {
      const none = 'no account of the firm has an event with this sequence';
      throw new ProblemsException(400, [fieldProblem('sequence', FieldCode.Value, none)]);
    }
    return this.reader.before(entry.position);
  }
}

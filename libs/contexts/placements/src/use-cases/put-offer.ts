import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OutcomeOf } from '#libs/platform/event-store';
import type { Asked, CommandMetadata, ExpectedRevision } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import type { PutOffer } from '../domain/offer.commands.js';
import { offerDecider } from '../domain/offer.js';

/** Back office: defines or changes an offer ([back-office.offers]). */
export class PutOfferCommand extends Command<OutcomeOf<typeof offerDecider>> {
  constructor(
    readonly asked: Asked<PutOffer>,
    readonly expectedRevision: ExpectedRevision | undefined,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(PutOfferCommand)
export class PutOfferHandler implements ICommandHandler<PutOfferCommand> {
  constructor(private readonly commands: Commands) {}

  execute({ asked, expectedRevision, metadata }: PutOfferCommand) {
    const command = { type: 'PutOffer', ...asked } as const;
    const id = asked.offerOid;
    return this.commands.carryOut(offerDecider, id, command, metadata, { expectedRevision });
  }
}

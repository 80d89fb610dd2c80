import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Asked } from '#libs/platform/kernel';
import { Commands, UseCaseCommand } from '#libs/platform/service';
import { offerDecider, type PutOffer } from '../domain/offer.js';

/** Back office: defines or changes an offer ([back-office.offers]). */
export class PutOfferCommand extends UseCaseCommand<typeof offerDecider, Asked<PutOffer>> {}

@CommandHandler(PutOfferCommand)
export class PutOfferHandler implements ICommandHandler<PutOfferCommand> {
  constructor(private readonly commands: Commands) {}

  execute({ asked, metadata, expectedRevision }: PutOfferCommand) {
    const command = { type: 'PutOffer', ...asked } as const;
    const id = asked.offerOid;
    return this.commands.carryOut(offerDecider, id, command, metadata, { expectedRevision });
  }
}

import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Payload } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { offerDecider, type PutOffer } from '../domain/offer.js';

/** Back office: defines or changes an offer ([back-office.offers]). */
export class PutOfferCommand extends UseCaseCommand<typeof offerDecider, Payload<PutOffer>> {}

@CommandHandler(PutOfferCommand)
export class PutOfferHandler implements ICommandHandler<PutOfferCommand> {
  constructor(private readonly commands: CommandRunner) {}

  execute({ payload, metadata, expectedRevision }: PutOfferCommand) {
    const command = { type: 'PutOffer', ...payload } as const;
    const id = payload.offerOid;
    return this.commands.executeOrThrow(offerDecider, id, command, metadata, { expectedRevision });
  }
}

import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Payload } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { billingPlans, type PutBillingPlan } from './billing-plan.js';

/** Back office: defines or changes a billing plan ([back-office.billingplans]). */
export class PutBillingPlanCommand extends UseCaseCommand<
  typeof billingPlans,
  Payload<PutBillingPlan>
> {}

@CommandHandler(PutBillingPlanCommand)
export class PutBillingPlanHandler implements ICommandHandler<PutBillingPlanCommand> {
  constructor(private readonly commands: CommandRunner) {}

  execute({ payload, metadata }: PutBillingPlanCommand) {
    const command = { type: 'PutBillingPlan', ...payload } as const;
    return this.commands.executeOrThrow(billingPlans, payload.firmId, command, metadata);
  }
}

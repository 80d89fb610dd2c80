import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore } from '#libs/platform/event-store';
import type { Payload } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { requireInstitutional } from './billing-plan.facts.js';
import { billingPlans, type PutBillingPlan } from './billing-plan.js';

/** Back office: defines or changes a billing plan ([back-office.billingplans]). */
export class PutBillingPlanCommand extends UseCaseCommand<
  typeof billingPlans,
  Payload<PutBillingPlan>
> {}

@CommandHandler(PutBillingPlanCommand)
export class PutBillingPlanHandler implements ICommandHandler<PutBillingPlanCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
  ) {}

  async execute({ payload, metadata }: PutBillingPlanCommand) {
    await requireInstitutional(this.aggregates, payload.firmId);
    const command = { type: 'PutBillingPlan', ...payload } as const;
    return this.commands.executeOrThrow(billingPlans, payload.firmId, command, metadata);
  }
}

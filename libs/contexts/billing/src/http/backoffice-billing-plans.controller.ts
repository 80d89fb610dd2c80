import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AggregateStore, writtenWithin } from '#libs/platform/event-store';
import {
  Answer,
  commandMetadata,
  RefusedException,
  requireValid,
  requireValidFor,
  type RowRequest,
} from '#libs/platform/http';
import { isOid, notFound } from '#libs/platform/kernel';
import { BackOfficeRow } from '#libs/platform/service';
import { billingRules } from '../domain/billing-rules.js';
import { otherTypeAt, PutBillingPlanCommand } from '../use-cases/put-billing-plan.js';
import { PutBillingPlanDto } from './billing-plan.dto.js';

/** Billing plans come from the back office alone ([back-office.billingplans]). */
@Controller()
export class BackofficeBillingPlansController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
  ) {}

  @BackOfficeRow('firms/:firmId/billingplans/:oid', {
    summary: 'Define or change a billing plan',
    body: PutBillingPlanDto,
    request: {
      billingPlanType: 'A',
      name: 'Advisory',
      description: 'Tiered',
      assetFees: {
        assetFeeTiers: [{ minAssetValue: '0', maxAssetValue: 'Infinity', basisPoints: '50' }],
        billingMode: 'A',
        billingPeriodType: 'M',
        billingPeriodValue: '3',
        flatFee: '0',
        tierType: 'M',
      },
    },
    errors: billingRules.of(
      'billing.asset.fee.tiers.rule',
      'billing.plan.single.brokerage.rule',
      'billing.plan.single.platform.rule',
      'invalid.for.billing.plan.type',
      'unsupported.action.on.G.type.of.firm',
    ),
  })
  async put({
    params: { firmId, oid },
    body,
    context,
  }: RowRequest<PutBillingPlanDto, 'firmId' | 'oid'>): Promise<Answer> {
    if (!isOid(oid)) throw new RefusedException(notFound());
    const ids = { firmId, oid };
    const sent = await requireValidFor(body, async () =>
      requireValid(body, await otherTypeAt(this.aggregates, ids, body.value.type())),
    );
    const plan = { plan: sent.plan(), billingPlanId: sent.billingPlanId };
    const asked = { ...ids, ...plan, expectedRevision: context.ifMatch };
    const outcome = await this.commands.execute(
      new PutBillingPlanCommand(asked, commandMetadata(context)),
    );
    return Answer.updated(writtenWithin(outcome, outcome.left.state.get(oid)?.revision));
  }
}

import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { firmDecider } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import { Answer, RefusedException, requireValid, type RowRequest } from '#libs/platform/http';
import { isNumericOid, isOid, notFound } from '#libs/platform/kernel';
import { BackOfficeRow, carryOut } from '#libs/platform/service';
import { billingPlans, otherTypeProblem } from '../domain/billing-plans.js';
import { PutBillingPlanDto } from './billing-plan.dto.js';
import { firmOf, requireSupported } from '../visible-firm.js';
import { billingRules } from '../domain/billing-rules.js';

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
    if (!isNumericOid(firmId) || !isOid(oid)) throw new RefusedException(notFound());
    const { state: firm } = await this.aggregates.load(firmDecider, firmId);
    requireSupported(firmId, firmOf(firm));
    const { state: plans } = await this.aggregates.load(billingPlans, firmId);
    const sent = requireValid(body, otherTypeProblem(plans, oid, body.value.type));
    const { revision, position } = await carryOut(this.commands, context, billingPlans, firmId, {
      type: 'PutBillingPlan',
      firmId,
      oid,
      plan: sent.plan(),
      billingPlanId: sent.billingPlanId,
      expectedRevision: context.ifMatch,
    });
    const now = await this.aggregates.load(billingPlans, firmId);
    const own = now.state.get(oid)?.revision ?? 0;
    // Changes since then may be of this plan: a tag that is too old is refused, one that is too new would hide them.
    return Answer.updated({
      revision: Math.max(0, own - (now.revision - revision)),
      position,
    });
  }
}

import { Controller, Get, Param, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FirmState } from '#libs/contexts/members';
import { AggregateStore, writtenWithin } from '#libs/platform/event-store';
import {
  Context,
  Describes,
  Fields,
  FieldsOf,
  listAnswer,
  PageQuery,
  type RequestContext,
  Response,
  type RowRequest,
  ForRoles,
} from '#libs/platform/http';
import { isOid, notFound, RefusedException } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { BackOfficeRow, DirectCommand } from '#libs/platform/service';
import { billingPlanDocuments, billingPlanId, PLANS_OF_FIRM } from './billing-plan.document.js';
import {
  BillingPlanResponse,
  PutBillingPlanDto,
  toBillingPlanResponse,
} from './billing-plan.dto.js';
import { otherTypeAt, requireInstitutional, visibleFirmType } from './billing-plan.facts.js';
import { billingPlans, billingRules } from './billing-plan.js';

/** Billing plans of institutional firms ([billing-plan.get]). */
@Controller('restapi/firms/:firmId/billingplans')
export class BillingPlansController {
  constructor(
    private readonly readModels: ReadModels,
    private readonly aggregates: AggregateStore,
  ) {}

  @Get()
  @ForRoles('client', 'auditor')
  @Describes('List the billing plans of a firm', {
    shape: BillingPlanResponse,
    list: true,
    errors: billingRules.of('unsupported.action.on.G.type.of.firm'),
  })
  async list(
    @Param('firmId') firmId: string,
    @Context() context: RequestContext,
    @Query(FieldsOf(PageQuery)) query: Fields<PageQuery>,
  ) {
    await this.#checkFirm(firmId, context);
    const selection = { index: PLANS_OF_FIRM, equals: [firmId] };
    return listAnswer(query.with(), {
      page: this.readModels.of(billingPlanDocuments).pages(selection, context.consistency),
      show: toBillingPlanResponse,
    });
  }

  /** [billing-plan.get] */
  @Get(':billingplanoid')
  @ForRoles('client', 'auditor')
  @Describes('Get a billing plan', {
    shape: BillingPlanResponse,
    errors: billingRules.of('unsupported.action.on.G.type.of.firm'),
  })
  async get(
    @Param('firmId') firmId: string,
    @Param('billingplanoid') oid: string,
    @Context() context: RequestContext,
  ) {
    await this.#checkFirm(firmId, context);
    const plans = this.readModels.of(billingPlanDocuments);
    const plan = await plans.shown(billingPlanId(firmId, oid), context.consistency);
    if (!plan) throw new RefusedException(notFound());
    return Response.ok(toBillingPlanResponse(plan), { revision: plan.revision });
  }

  /** 404 for a firm the caller may not see, UNSUPPORTED for a corporate one. */
  #checkFirm(firmId: string, { caller, past }: RequestContext): Promise<void> {
    const seen = (state: FirmState) => visibleFirmType(firmId, state, caller);
    return requireInstitutional(this.aggregates, firmId, seen, past?.asOf);
  }
}

/** The back office's feed of billing plans ([back-office.billingplans]). */
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
  async put({ params, body, context }: RowRequest<PutBillingPlanDto, 'firmId' | 'oid'>) {
    const { firmId, oid } = params;
    if (!isOid(oid)) throw new RefusedException(notFound());
    const ids = { firmId, oid };
    const sent = body.with(await otherTypeAt(this.aggregates, ids, body.value.type()));
    const { billingPlanId } = sent;
    const about = { ...ids, billingPlanId, expectedRevision: context.ifMatch };
    const command = { type: 'PutBillingPlan', ...about, plan: sent.plan() } as const;
    // without If-Match, which is about the plan, not about the stream of all plans
    const direct = new DirectCommand(billingPlans, firmId, command, context.command);
    const outcome = await this.commands.execute(direct);
    return Response.updated(writtenWithin(outcome, outcome.after.state.get(oid)?.revision));
  }
}

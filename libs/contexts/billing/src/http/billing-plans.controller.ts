import { Controller, Get, Param } from '@nestjs/common';
import type { FirmState } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Answer,
  type Body,
  Context,
  Describes,
  LenientQuery,
  listAnswer,
  PageQuery,
  RefusedException,
  type RequestContext,
  requireValid,
} from '#libs/platform/http';
import { notFound } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { ForRoles } from '#libs/platform/service';
import {
  billingPlanDocuments,
  billingPlanId,
  PLANS_OF_FIRM,
  toBillingPlanAnswer,
} from '../read-models/billing-plan.document.js';
import { BillingPlanAnswer } from './billing-plan.dto.js';
import { requireInstitutional, visibleFirmType } from '../visible-firm.js';
import { billingRules } from '../domain/billing-rules.js';

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
    shape: BillingPlanAnswer,
    list: true,
    errors: billingRules.of('unsupported.action.on.G.type.of.firm'),
  })
  async list(
    @Param('firmId') firmId: string,
    @Context() context: RequestContext,
    @LenientQuery(PageQuery) query: Body<PageQuery>,
  ): Promise<Answer<readonly BillingPlanAnswer[]>> {
    await this.#checkFirm(firmId, context);
    const selection = { index: PLANS_OF_FIRM, equals: [firmId] };
    return listAnswer(requireValid(query), {
      page: this.readModels.of(billingPlanDocuments).pages(selection, context.consistency),
      show: toBillingPlanAnswer,
    });
  }

  /** [billing-plan.get] */
  @Get(':billingplanoid')
  @ForRoles('client', 'auditor')
  @Describes('Get a billing plan', {
    shape: BillingPlanAnswer,
    errors: billingRules.of('unsupported.action.on.G.type.of.firm'),
  })
  async get(
    @Param('firmId') firmId: string,
    @Param('billingplanoid') oid: string,
    @Context() context: RequestContext,
  ): Promise<Answer<BillingPlanAnswer>> {
    await this.#checkFirm(firmId, context);
    const plans = this.readModels.of(billingPlanDocuments);
    const plan = await plans.shown(billingPlanId(firmId, oid), context.consistency);
    if (!plan) throw new RefusedException(notFound());
    return Answer.ok(toBillingPlanAnswer(plan), { revision: plan.revision });
  }

  /** 404 for a firm the caller may not see, UNSUPPORTED for a corporate one. */
  #checkFirm(firmId: string, { caller, past }: RequestContext): Promise<void> {
    const seen = (state: FirmState) => visibleFirmType(firmId, state, caller);
    return requireInstitutional(this.aggregates, firmId, seen, past?.asOf);
  }
}

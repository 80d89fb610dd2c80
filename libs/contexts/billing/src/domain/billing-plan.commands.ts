import type { ExpectedRevision } from '#libs/platform/kernel';
import type { ReportedPlan } from './billing-plan.events.js';

/** Back office: a plan of a firm, new or changed ([back-office.billingplans]). The same again changes nothing. */
export interface PutBillingPlan {
  readonly type: 'PutBillingPlan';
  /** Institutional firm and plan of the path. */
  readonly firmId: string;
  readonly oid: string;
  readonly plan: ReportedPlan;
  /** Id of the plan in the body. */
  readonly billingPlanId?: string | undefined;
  /** Revision the plan must have, header `If-Match`: the plan's own, not that of the stream. */
  readonly expectedRevision?: ExpectedRevision | undefined;
}

/** What may be asked of the billing plans of a firm. */
export type BillingCommand = PutBillingPlan;

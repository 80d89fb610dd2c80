import { RuleBook } from '#libs/platform/kernel';

/** The rules of billing plans. */
export const billingRules = new RuleBook({
  'billing.asset.fee.tiers.rule':
    'The tiers leave a gap, overlap, or do not begin at 0 and end at Infinity',
  'billing.plan.single.brokerage.rule': 'The firm has a brokerage plan already',
  'billing.plan.single.platform.rule': 'The firm has a platform plan already',
  'invalid.for.billing.plan.type': 'The field does not belong to the type of the plan',
  'unsupported.action.on.G.type.of.firm':
    'Corporate firms have no billing plans; the message has the firm id, the type is UNSUPPORTED',
});

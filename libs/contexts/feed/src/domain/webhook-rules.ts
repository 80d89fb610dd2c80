import { RuleBook } from '#libs/platform/kernel';

/** The rules of webhooks. */
export const webhookRules = new RuleBook({
  'webhook.limit.rule': 'The firm has all the webhooks it may have',
  'webhook.url.private.rule': 'The address is a private or loopback one',
});

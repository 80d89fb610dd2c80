import { accessWrites } from './account-access.writes.js';
import { accountWrites } from './accounts.writes.js';
import { backofficeWrites } from './backoffice.writes.js';
import { planWrites } from './billing-plans.writes.js';
import { cashFeedWrites } from './cash-feed.writes.js';
import { feedWrites } from './feeds.writes.js';
import { memberWrites } from './members.writes.js';
import { moneyWrites } from './money.writes.js';
import { orderFeedWrites } from './order-feed.writes.js';
import { respelled } from './spellings.js';
import { subscriptionWrites } from './subscriptions.writes.js';
import { tradingWrites } from './trading.writes.js';
import { webhookWrites } from './webhooks.writes.js';
import type { Writes } from './write.js';

export { describeBadInput } from './bad-input.js';
export { describeHostileInput } from './hostile-input.js';
export { describeLongestTexts } from './longest-texts.js';
export { Sender } from './sender.js';
export { NOWHERE } from './world.js';

/** Another spelling of a path ([cash.paths]). */
export const ALIAS = /\/cashtransaction\//;

/** Every write, in the first spelling of its fields. */
export const plainWrites: Writes = {
  ...moneyWrites,
  ...planWrites,
  ...tradingWrites,
  ...subscriptionWrites,
  ...webhookWrites,
  ...backofficeWrites,
  ...cashFeedWrites,
  ...feedWrites,
  ...orderFeedWrites,
  // last: what they change of persons and accounts may stand in the way of the others
  ...accessWrites,
  ...accountWrites,
  ...memberWrites,
};
/** Those and, of fields that have another spelling, the same in that one. */
export const allWrites: Writes = { ...plainWrites, ...respelled(plainWrites) };

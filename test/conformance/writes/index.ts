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
import { tradingWrites } from './trading.writes.js';
import { webhookWrites } from './webhooks.writes.js';
import type { Writes } from './write.js';

export { describeBadInput } from './bad-input.js';
export { describeHostileInput } from './hostile-input.js';
export { Sender } from './sender.js';
export { NOWHERE } from './world.js';

/** Another spelling of a path ([cash.paths]). */
export const ALIAS = /\/cashtransaction\//;

const both = (writes: Writes): Writes => ({ ...writes, ...respelled(writes) });

/** Members, firms, accounts. */
export const peopleWrites = both({ ...accessWrites, ...accountWrites, ...memberWrites });
/** Money, folios, orders, placements, votes, the billing plans and webhooks. */
export const dealingWrites = both({
  ...moneyWrites,
  ...planWrites,
  ...tradingWrites,
  ...webhookWrites,
});
/** What the back office feeds. */
export const fedWrites = both({
  ...backofficeWrites,
  ...cashFeedWrites,
  ...feedWrites,
  ...orderFeedWrites,
});

import { accounts } from '#libs/contexts/accounts';
import { attention } from '#libs/contexts/attention';
import { audit } from '#libs/contexts/audit';
import { bankLinks } from '#libs/contexts/bank-links';
import { billing } from '#libs/contexts/billing';
import { cashTransactions } from '#libs/contexts/cash';
import { consolePage } from '#libs/contexts/console';
import { corporateActions } from '#libs/contexts/corporate-actions';
import { feed } from '#libs/contexts/feed';
import { erasure } from '#libs/contexts/erasure';
import { folios } from '#libs/contexts/folios';
import { bulkImport } from '#libs/contexts/import';
import { keys } from '#libs/contexts/keys';
import { mail } from '#libs/contexts/mail';
import { members } from '#libs/contexts/members';
import { operations } from '#libs/contexts/operations';
import { orders } from '#libs/contexts/orders';
import { performance } from '#libs/contexts/performance';
import { placements } from '#libs/contexts/placements';
import { rtgs } from '#libs/contexts/rtgs';
import { sandbox } from '#libs/contexts/sandbox';
import { taxLots } from '#libs/contexts/tax-lots';
import { folioTransactions } from '#libs/contexts/transactions';
import type { ContextDefinition } from '#libs/platform/service';

/** Every context of the service. To remove one, delete its line here and its folder. */
export const contexts: readonly ContextDefinition[] = [
  members,
  accounts,
  attention,
  mail,
  billing,
  folios,
  rtgs,
  placements,
  orders,
  bankLinks,
  cashTransactions,
  corporateActions,
  taxLots,
  folioTransactions,
  performance,
  bulkImport,
  sandbox,
  audit,
  operations,
  feed,
  consolePage,
  erasure,
  keys,
];

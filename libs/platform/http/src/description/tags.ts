import type { ApiDocument } from './openapi.js';

/**
 * What operations are grouped by, in the order in which somebody meets them who opens an account: what it is about, and what the paths
 * of its operations begin with, without parameters; the longest beginning of all topics counts.
 */
const TOPICS: Readonly<Record<string, readonly [about: string, ...paths: string[]]>> = {
  firms: ['Firms that use the service, and corporate owners of accounts', 'restapi/firms'],
  'billing plans': ['What a firm charges its accounts', 'restapi/firms/billingplans'],
  members: ['Clients and employees of a firm, and the checks of their identity', 'restapi/members'],
  trustees: ['Trustees of corporate accounts', 'restapi/trustees'],
  accounts: ['Accounts of every type: opening, changing and closing them', 'restapi/accounts'],
  'customer agreements': [
    'Signatures, without which an account stays restricted',
    'restapi/accounts/customeragreement',
  ],
  restrictions: ['Why an account refuses commands', 'restapi/accounts/restrictions'],
  permissions: ['What a member may do on an account', 'restapi/accounts/permissions'],
  'items for attention': ['What a member has to see, agree to or reject', 'restapi/members/ifas'],
  'bank links': [
    'Bank accounts connected to an account, and their verification',
    'restapi/accounts/achbanklinks',
    'restapi/accounts/verify',
  ],
  cash: [
    'Money into and out of an account, once or repeated',
    'restapi/accounts/cashtransaction',
    'restapi/accounts/cashtransactions',
    'restapi/accounts/cashtransfers',
  ],
  folios: [
    'Collections of securities inside an account: target weights, positions, models',
    'restapi/accounts/folios',
    'restapi/rtgs',
  ],
  orders: [
    'Instructions to buy and sell for a folio',
    'restapi/accounts/folios/orders',
    'restapi/accounts/orders',
    'restapi/members/orders',
  ],
  'transactions and performance': [
    'What happened in a folio, and what it returned',
    'restapi/accounts/folios/transactions',
    'restapi/accounts/folios/performance',
  ],
  'tax lots': ['Closed lots as they were reported for taxes', 'restapi/accounts/reportedtaxlots'],
  'private placements': [
    'Offers, their documents, and subscriptions to them',
    'restapi/privateplacementoffers',
    'restapi/accounts/privateplacementorders',
  ],
  'corporate actions': [
    'Votes and choices that issuers put to holders',
    'restapi/accounts/corporateactions',
  ],
  events: [
    'What happens to accounts, page by page or live, and the contract of it',
    'restapi/events',
    'restapi/accounts/events',
    'asyncapi.json',
    'schemas',
  ],
  webhooks: ['What happens to accounts, sent to an address of the firm', 'restapi/webhooks'],
  sandbox: ['Clock and outside world of a firm that only plays', 'sandbox'],
  'back office': ['What the back office and other systems report', 'backoffice'],
  'firms and API clients': [
    'Firms that use the service, their API clients and billing plans, as the back office sets them up',
    'backoffice/firms',
  ],
  'read models': [
    'Progress, rebuilds and generations of read models, and consumers of the log',
    'operator/projections',
    'operator/consumers',
  ],
  audit: ['Exports with proof, daily roots, sensitive reads', 'operator/audit', '.well-known'],
  operators: ['Mails, keys, erasure, webhooks and API clients of all firms', 'operator'],
  console: ['The page of operators and auditors', 'console'],
  service: ['Health and metrics', 'health', 'metrics'],
};

/** The topic of an operation; where none is declared, the resource that its path begins with. */
export function tagOf(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'));
  for (let length = segments.length; length > 0; length--) {
    const start = segments.slice(0, length).join('/');
    const topic = Object.entries(TOPICS).find(([, [, ...paths]]) => paths.includes(start));
    if (topic !== undefined) return topic[0];
  }
  return segments[0] === 'restapi' ? (segments[1] ?? '') : (segments[0] ?? '');
}

/** The topics that occur, with what they are about. */
export function tagsOf(names: Iterable<string>): ApiDocument['tags'] {
  const occurring = new Set(names);
  const declared = Object.entries(TOPICS).filter(([name]) => occurring.delete(name));
  return [
    ...declared.map(([name, [about]]) => ({ name, description: about })),
    ...[...occurring].map((name) => ({ name, description: `Everything under ${name}` })),
  ];
}

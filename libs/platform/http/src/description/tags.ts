import type { ApiDocument } from './openapi.js';

/** What operations are grouped by. */
interface Topic {
  readonly name: string;
  readonly about: string;
  /** What the paths of its operations begin with, without parameters; the longest beginning of all topics counts. */
  readonly paths: readonly string[];
}

/** In the order in which somebody meets them who opens an account. */
const TOPICS: readonly Topic[] = [
  {
    name: 'firms',
    about: 'Firms that use the service, and corporate owners of accounts',
    paths: ['restapi/firms'],
  },
  {
    name: 'billing plans',
    about: 'What a firm charges its accounts',
    paths: ['restapi/firms/billingplans'],
  },
  {
    name: 'members',
    about: 'Clients and employees of a firm, and the checks of their identity',
    paths: ['restapi/members'],
  },
  { name: 'trustees', about: 'Trustees of corporate accounts', paths: ['restapi/trustees'] },
  {
    name: 'accounts',
    about: 'Accounts of every type: opening, changing and closing them',
    paths: ['restapi/accounts'],
  },
  {
    name: 'customer agreements',
    about: 'Signatures, without which an account stays restricted',
    paths: ['restapi/accounts/customeragreement'],
  },
  {
    name: 'restrictions',
    about: 'Why an account refuses commands',
    paths: ['restapi/accounts/restrictions'],
  },
  {
    name: 'permissions',
    about: 'What a member may do on an account',
    paths: ['restapi/accounts/permissions'],
  },
  {
    name: 'items for attention',
    about: 'What a member has to see, agree to or reject',
    paths: ['restapi/members/ifas'],
  },
  {
    name: 'bank links',
    about: 'Bank accounts connected to an account, and their verification',
    paths: ['restapi/accounts/achbanklinks', 'restapi/accounts/verify'],
  },
  {
    name: 'cash',
    about: 'Money into and out of an account, once or repeated',
    paths: [
      'restapi/accounts/cashtransaction',
      'restapi/accounts/cashtransactions',
      'restapi/accounts/cashtransfers',
    ],
  },
  {
    name: 'folios',
    about: 'Collections of securities inside an account: target weights, positions, models',
    paths: ['restapi/accounts/folios', 'restapi/rtgs'],
  },
  {
    name: 'orders',
    about: 'Instructions to buy and sell for a folio',
    paths: ['restapi/accounts/folios/orders', 'restapi/accounts/orders', 'restapi/members/orders'],
  },
  {
    name: 'transactions and performance',
    about: 'What happened in a folio, and what it returned',
    paths: ['restapi/accounts/folios/transactions', 'restapi/accounts/folios/performance'],
  },
  {
    name: 'tax lots',
    about: 'Closed lots as they were reported for taxes',
    paths: ['restapi/accounts/reportedtaxlots'],
  },
  {
    name: 'private placements',
    about: 'Offers, their documents, and subscriptions to them',
    paths: ['restapi/privateplacementoffers', 'restapi/accounts/privateplacementorders'],
  },
  {
    name: 'corporate actions',
    about: 'Votes and choices that issuers put to holders',
    paths: ['restapi/accounts/corporateactions'],
  },
  {
    name: 'events',
    about: 'What happens to accounts, page by page or live, and the contract of it',
    paths: ['restapi/events', 'restapi/accounts/events', 'asyncapi.json', 'schemas'],
  },
  {
    name: 'webhooks',
    about: 'What happens to accounts, sent to an address of the firm',
    paths: ['restapi/webhooks'],
  },
  {
    name: 'sandbox',
    about: 'Clock and outside world of a firm that only plays',
    paths: ['sandbox'],
  },
  {
    name: 'back office',
    about: 'What the back office and other systems report',
    paths: ['backoffice'],
  },
  {
    name: 'firms and API clients',
    about:
      'Firms that use the service, their API clients and billing plans, as the back office sets them up',
    paths: ['backoffice/firms'],
  },
  {
    name: 'read models',
    about: 'Progress, rebuilds and generations of read models, and consumers of the log',
    paths: ['operator/projections', 'operator/consumers'],
  },
  {
    name: 'audit',
    about: 'Exports with proof, daily roots, sensitive reads',
    paths: ['operator/audit', '.well-known'],
  },
  {
    name: 'operators',
    about: 'Mails, keys, erasure, webhooks and API clients of all firms',
    paths: ['operator'],
  },
  { name: 'console', about: 'The page of operators and auditors', paths: ['console'] },
  { name: 'service', about: 'Health and metrics', paths: ['health', 'metrics'] },
];

/** The topic of an operation; where none is declared, the resource that its path begins with. */
export function tagOf(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'));
  for (let length = segments.length; length > 0; length--) {
    const start = segments.slice(0, length).join('/');
    const topic = TOPICS.find(({ paths }) => paths.includes(start));
    if (topic !== undefined) return topic.name;
  }
  return segments[0] === 'restapi' ? (segments[1] ?? '') : (segments[0] ?? '');
}

/** The topics that occur, with what they are about. */
export function tagsOf(names: Iterable<string>): ApiDocument['tags'] {
  const occurring = new Set(names);
  const declared = TOPICS.filter(({ name }) => occurring.delete(name));
  return [
    ...declared.map(({ name, about }) => ({ name, description: about })),
    ...[...occurring].map((name) => ({ name, description: `Everything under ${name}` })),
  ];
}

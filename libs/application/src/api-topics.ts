import type { ApiTopics } from '#libs/platform/http';

/** Topics of the API description, in the order in which somebody who opens an account meets them. */
export const API_TOPICS: ApiTopics = {
  firms: ['Firms that use the service, and corporate owners of accounts', 'restapi/firms'],
  'billing plans': ['What a firm charges its accounts', 'restapi/firms/billingplans'],
  members: ['Clients and employees of a firm, and the checks of their identity', 'restapi/members'],
  trustees: ['Trustees of corporate accounts', 'restapi/trustees'],
  accounts: ['Accounts of every type: opening, changing and closing them', 'restapi/accounts'],
  'customer agreements': [
    'Signatures that lift the restriction of a new account',
    'restapi/accounts/customeragreement',
  ],
  restrictions: ['Reasons why an account refuses commands', 'restapi/accounts/restrictions'],
  permissions: ['What a member may do on an account', 'restapi/accounts/permissions'],
  'items for attention': ['What a member has to see, agree to or reject', 'restapi/members/ifas'],
  'bank links': [
    'Bank accounts connected to an account, and their verification',
    'restapi/accounts/achbanklinks',
    'restapi/accounts/verify',
  ],
  cash: [
    'Money into and out of an account, once or repeatedly',
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
    'What happens to accounts, page by page or live, and its schemas',
    'restapi/events',
    'restapi/accounts/events',
    'asyncapi.json',
    'schemas',
  ],
  subscriptions: [
    'What happens to accounts, fetched by a reader whose place the service keeps',
    'restapi/subscriptions',
  ],
  webhooks: ['What happens to accounts, pushed to a URL of the firm', 'restapi/webhooks'],
  requests: ['What the firm sent, and what came back', 'restapi/requests'],
  sandbox: ['Clock and simulated outside world of a sandbox firm', 'sandbox'],
  'back office': ['What the back office and other systems report', 'backoffice'],
  'firms and API clients': [
    'Firms that use the service, their API clients and billing plans, set up by the back office',
    'backoffice/firms',
  ],
  'read models': [
    'Progress, rebuilds and generations of read models, and consumers of the log',
    'operator/projections',
    'operator/consumers',
  ],
  audit: ['Exports with proof, daily roots, sensitive reads', 'operator/audit', '.well-known'],
  operators: ['Mails, keys, erasure, webhooks and API clients of all firms', 'operator'],
  console: ['The web console of operators and auditors', 'console'],
  service: ['Health and metrics', 'health', 'metrics'],
};

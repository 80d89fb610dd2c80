import type { ApiDocument } from './openapi.js';

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  accounts: 'Accounts and all that is in them: folios, orders, bank links, cash, lots, permissions',
  console: 'The page of operators and auditors',
  events: 'What happens to accounts, page by page or live, and the contract of it',
  operator: 'Read models, audit, mails, keys and erasure, for operators and auditors',
  'back office': 'What the back office, operators and other systems report',
  firms: 'Firms and their billing plans',
  members: 'Members, their orders and items for attention',
  privateplacementoffers: 'Private placement offers and their documents',
  rtgs: 'Ready-to-go folio models',
  sandbox: 'Clock and outside world of a firm that only plays',
  service: 'Health, metrics and public keys',
  trustees: 'Trustees of corporate accounts',
  webhooks: 'What happens to accounts, sent to an address of the firm',
};

/** Operations are grouped by the resource they are about. */
export function tagOf(path: string): string {
  const [, root = '', resource = ''] = path.split('/');
  if (root === 'backoffice') return 'back office';
  if (root === '.well-known') return 'service';
  if (root === 'asyncapi.json' || root === 'schemas') return 'events';
  return root === 'restapi' ? resource : root;
}

/** The groups that occur, with what they are about. */
export function tagsOf(names: Iterable<string>): ApiDocument['tags'] {
  return [...new Set(names)].sort().map((name) => ({
    name,
    description: DESCRIPTIONS[name] ?? `Everything under ${name}`,
  }));
}

/** What a permission may carry. */
export type PermissionRight =
  /** Orders, target weights, RTG subscription, private placements, votes. */
  | 'trade'
  /** Cash transactions and bank links: "money mover or better". */
  | 'moveMoney'
  /** Everything there is to read about the account. */
  | 'readDetails'
  /** Account and folios, without transactions, lots and orders. */
  | 'readSummary'
  /** Update the account, its folios and who may do what (own). */
  | 'manage';

const info = (name: string, ...rights: PermissionRight[]) => ({ name, rights }) as const;

/** Permission on an account and what its holder may do ([permission.codes]). */
export const Permissions = {
  AC: info('Account creator', 'trade', 'moveMoney', 'readDetails', 'readSummary', 'manage'),
  AM: info('Account manager', 'trade', 'moveMoney', 'readDetails', 'readSummary', 'manage'),
  TM: info('Trader and money mover', 'trade', 'moveMoney', 'readDetails', 'readSummary'),
  MM: info('Money mover', 'moveMoney', 'readDetails', 'readSummary'),
  TR: info('Trader', 'trade', 'readDetails', 'readSummary'),
  DV: info('Detail viewer', 'readDetails', 'readSummary'),
  SV: info('Summary viewer', 'readSummary'),
} as const;
export type Permission = keyof typeof Permissions;

/** Whether a permission carries a right; no permission carries none. */
export function permits(permission: Permission | undefined, right: PermissionRight): boolean {
  return permission !== undefined && Permissions[permission].rights.includes(right);
}

/** Which alerts a holder of a permission gets. AM holders must have `all`. */
export const AlertLevels = {
  all: 'All alerts',
  limited: 'Limited alerts',
  none: 'No alerts',
} as const;
export type AlertLevel = keyof typeof AlertLevels;

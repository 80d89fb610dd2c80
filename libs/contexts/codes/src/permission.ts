/** A right that a permission may grant. */
export type PermissionRight =
  /** Orders, target weights, RTG subscription, private placements, votes. */
  | 'trade'
  /** Cash transactions and bank links: "money mover or better". */
  | 'moveMoney'
  /** Everything readable about the account. */
  | 'readDetails'
  /** Account and folios, without transactions, lots and orders. */
  | 'readSummary'
  /** Update the account, its folios and its permissions (own). */
  | 'manage';

const info = (name: string, ...rights: PermissionRight[]) => ({ name, rights }) as const;

/** Account permissions and the rights they grant ([permission.codes]). */
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

/** Whether a permission grants a right; without a permission there is none. */
export function permits(permission: Permission | undefined, right: PermissionRight): boolean {
  return permission !== undefined && Permissions[permission].rights.includes(right);
}

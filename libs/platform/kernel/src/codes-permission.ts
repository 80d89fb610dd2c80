interface PermissionInfo {
  readonly name: string;
  /** Orders, target weights, RTG subscription, private placements, votes. */
  readonly trade: boolean;
  /** Cash transactions and bank links: "money mover or better". */
  readonly moveMoney: boolean;
  /** Everything there is to read about the account. */
  readonly readDetails: boolean;
  /** Account and folios, without transactions, lots and orders. */
  readonly readSummary: boolean;
  /** Update the account, its folios and who may do what (own). */
  readonly manage: boolean;
}

type Right = Exclude<keyof PermissionInfo, 'name'>;

const info = (name: string, ...rights: Right[]): PermissionInfo => ({
  name,
  trade: rights.includes('trade'),
  moveMoney: rights.includes('moveMoney'),
  readDetails: rights.includes('readDetails'),
  readSummary: rights.includes('readSummary'),
  manage: rights.includes('manage'),
});

/** Permission on an account and what its holder may do ([permission.codes]). */
export const Permissions = {
  AC: info('Account creator', 'trade', 'moveMoney', 'readDetails', 'readSummary', 'manage'),
  AM: info('Account manager', 'trade', 'moveMoney', 'readDetails', 'readSummary', 'manage'),
  TM: info('Trader and money mover', 'trade', 'moveMoney', 'readDetails', 'readSummary'),
  MM: info('Money mover', 'moveMoney', 'readDetails', 'readSummary'),
  TR: info('Trader', 'trade', 'readDetails', 'readSummary'),
  DV: info('Detail viewer', 'readDetails', 'readSummary'),
  SV: info('Summary viewer', 'readSummary'),
} as const satisfies Record<string, PermissionInfo>;
export type Permission = keyof typeof Permissions;
export type PermissionRight = Right;

/** Whether a permission carries a right; no permission carries none. */
export function permits(permission: Permission | undefined, right: PermissionRight): boolean {
  return permission !== undefined && Permissions[permission][right];
}

/** Which alerts a holder of a permission gets. AM holders must have `all`. */
export const AlertLevels = {
  all: 'All alerts',
  limited: 'Limited alerts',
  none: 'No alerts',
} as const;
export type AlertLevel = keyof typeof AlertLevels;

import { FieldCode, fieldProblem, UNREAD_TEXT } from '#libs/platform/kernel';
import { type FieldChecks, type SentValue } from './field-checks.js';

/** What a firm may do beyond the rest. */
export const Entitlements = {
  fullTid: 'Full tax ids are shown',
  removeRestrictions: 'Restrictions may be lifted',
  ownerVerification: 'The API client may verify bank links for their owners',
} as const;
export type Entitlement = keyof typeof Entitlements;

/** Entitlements as sent: flags by name, or a list of names. */
export type EntitlementsInput =
  readonly string[] | Readonly<Partial<Record<Entitlement, SentValue<boolean>>>>;

/** The names that hold, in the order of the table; undefined when nothing was sent. */
export function checkEntitlements(
  checks: FieldChecks,
  sent: SentValue<EntitlementsInput>,
): readonly Entitlement[] | undefined {
  if (sent === null || sent === undefined) return undefined;
  const names = Array.isArray(sent)
    ? (sent as readonly string[])
    : Object.entries(sent).flatMap(([name, holds]) => (holds === true ? [name] : []));
  if (names.some((name) => name !== UNREAD_TEXT && !Object.hasOwn(Entitlements, name))) {
    checks.add(fieldProblem('entitlements', FieldCode.Choice));
  }
  return (Object.keys(Entitlements) as Entitlement[]).filter((name) => names.includes(name));
}

/**
 * What an API client may do: what its firm may, narrowed to its own entitlements where it has a list of them.
 */
export function effectiveEntitlements(
  firm: readonly Entitlement[],
  client: readonly Entitlement[] | undefined,
): readonly Entitlement[] {
  return client === undefined ? firm : firm.filter((name) => client.includes(name));
}

/** What a firm may do beyond the rest. */
export const Entitlements = {
  fullTid: 'Full tax ids are shown',
  removeRestrictions: 'Restrictions may be lifted',
  ownerVerification: 'The API client may verify bank links for their owners',
} as const;
export type Entitlement = keyof typeof Entitlements;

/**
 * What an API client may do: what its firm may, narrowed to its own entitlements where it has a list of them.
 */
export function effectiveEntitlements(
  firm: readonly Entitlement[],
  client: readonly Entitlement[] | undefined,
): readonly Entitlement[] {
  return client === undefined ? firm : firm.filter((name) => client.includes(name));
}

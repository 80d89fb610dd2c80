/** Which events a reader of a feed wants. An empty list selects all. */
export interface FeedFilter {
  /** Published types. */
  readonly eventTypes: readonly string[];
  /** Account numbers. */
  readonly accounts: readonly string[];
}

/** Selects everything. */
export const EVERYTHING: FeedFilter = { eventTypes: [], accounts: [] };

export function selects(
  { eventTypes, accounts }: FeedFilter,
  {
    accountNumber,
    event,
  }: { readonly accountNumber: string; readonly event: { readonly type: string } },
): boolean {
  return (
    (eventTypes.length === 0 || eventTypes.includes(event.type)) &&
    (accounts.length === 0 || accounts.includes(accountNumber))
  );
}

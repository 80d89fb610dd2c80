/** Prefix of all public streams; of those of one firm with its id. */
export function feedPrefix(firmId?: string): string {
  return firmId === undefined ? 'feed-' : `feed-${firmId}-`;
}

/**
 * Name of the public stream of an account. The firm comes first, so that a store finds the events of a firm by the beginning
 * of the name. An account never changes its firm.
 */
export function feedStream(firmId: string, accountNumber: string): string {
  return feedPrefix(firmId) + accountNumber;
}

import type { Clock } from '#libs/platform/kernel';
import { type DocumentStore, type Lease, LEASE_MS } from '#libs/platform/read-models';
import type { Logger } from '#libs/platform/runtime';
import { logRecurring, nameOf, sleep } from '#libs/platform/stores';

/** Held by the one process that runs reactions and tasks. */
export const BACKGROUND_LEASE = 'background';

const POLL_MS = 1_000;

interface LeasedWorkOptions {
  readonly documents: Pick<DocumentStore, 'acquireLease' | 'renewLease' | 'releaseLease'>;
  readonly clock: Clock;
  /** Identifies this process among those competing for the lease. */
  readonly holder: string;
}

/**
 * Does work while this process holds a lease; another process takes over when it is gone. If the lease is lost, the signal passed to the
 * work is aborted, and the work finishes what is under way. Resolves when `signal` is aborted and the work has ended.
 */
export async function workWhileLeased(
  name: string,
  options: LeasedWorkOptions & { readonly logger: Logger },
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { documents, holder, logger } = options;
  while (!signal.aborted) {
    const lease = await documents.acquireLease(name, holder, LEASE_MS).catch((error: unknown) => {
      logRecurring(logger, 'lease not acquired', nameOf(error), { lease: name });
      return undefined;
    });
    if (lease) {
      logger.info({ lease: name, holder }, 'lease acquired');
      await hold(lease, options, signal, work);
      await documents.releaseLease(lease).catch(() => undefined);
      logger.info({ lease: name, lost: !signal.aborted }, 'lease ended');
    } else await sleep(POLL_MS, signal);
  }
}

/**
 * Does a piece of work once under a lease. If the lease is lost, the signal passed to the work is aborted.
 * @returns the result of the work; undefined if another process holds the lease
 */
export async function workOnceLeased<T>(
  name: string,
  options: LeasedWorkOptions,
  work: (signal: AbortSignal, lease: Lease) => Promise<T>,
): Promise<T | undefined> {
  const lease = await options.documents.acquireLease(name, options.holder, LEASE_MS);
  if (lease === undefined) return undefined;
  try {
    return await hold(lease, options, new AbortController().signal, work);
  } finally {
    await options.documents.releaseLease(lease);
  }
}

/** Does work and renews its lease until it is done. */
async function hold<T>(
  lease: Lease,
  { documents, clock }: LeasedWorkOptions,
  signal: AbortSignal,
  work: (signal: AbortSignal, lease: Lease) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const inForce = AbortSignal.any([signal, lost.signal]);
  const renewing = renew();
  try {
    return await work(inForce, lease);
  } finally {
    lost.abort();
    await renewing;
  }

  async function renew(): Promise<void> {
    let renewedAt = clock.now();
    for (;;) {
      await sleep(LEASE_MS / 3, inForce);
      if (inForce.aborted) return;
      try {
        if (await documents.renewLease(lease, LEASE_MS)) renewedAt = clock.now();
        else lost.abort();
      } catch {
        if (clock.now() - renewedAt > LEASE_MS) lost.abort();
      }
    }
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '#libs/platform/kernel';
import type { DocumentStore, Lease } from '#libs/platform/read-models';
import type { Logger } from '#libs/platform/runtime';
import { nameOf } from './reaction-registry.js';

/** The one process that runs reactions and tasks has it. */
export const BACKGROUND_LEASE = 'background';

const LEASE_MS = 10_000;
const POLL_MS = 1_000;

/** What leased work needs. */
export interface LeasedWorkOptions {
  readonly documents: DocumentStore;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Name of this process among those that want the lease. */
  readonly holder: string;
}

/**
 * Does work while this process holds a lease, so that of several processes one does it and another takes over when that
 * one is gone. The signal given to the work is aborted when the lease is lost; the work then finishes what is under way.
 * Resolves when `signal` is aborted and the work has ended.
 */
export async function workWhileLeased(
  name: string,
  { documents, logger, clock, holder }: LeasedWorkOptions,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const lease = await acquire();
    if (lease) await hold(lease);
    else await pause(POLL_MS, signal);
  }

  async function acquire(): Promise<Lease | undefined> {
    try {
      return await documents.acquireLease(name, holder, LEASE_MS);
    } catch (error) {
      logger.warn({ lease: name, error: nameOf(error) }, 'lease not acquired');
      return undefined;
    }
  }

  async function hold(lease: Lease): Promise<void> {
    const lost = new AbortController();
    const inForce = AbortSignal.any([signal, lost.signal]);
    const working = work(inForce).finally(() => {
      lost.abort();
    });
    await Promise.all([working, renew(lease, lost, inForce)]);
    await documents.releaseLease(lease).catch(() => undefined);
  }

  async function renew(lease: Lease, lost: AbortController, inForce: AbortSignal): Promise<void> {
    let renewedAt = clock.now();
    for (;;) {
      await pause(LEASE_MS / 3, inForce);
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

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined);
}

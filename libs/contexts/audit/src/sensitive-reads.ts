import type { Decider } from '#libs/platform/kernel';
import type { SensitiveDataShown, SensitiveRead } from './audit.events.js';

/** Stream `sensitiveReads-{hour}-{process}`: one per process, so that none waits for another. */
export const sensitiveReads: Decider<
  undefined,
  { readonly reads: readonly SensitiveRead[] },
  SensitiveDataShown
> = {
  category: 'sensitiveReads',
  initial: undefined,
  decide: ({ reads }) => reads.map((data) => ({ type: 'audit.SensitiveDataShown', data })),
  evolve: () => undefined,
};

import type { Decider } from '#libs/platform/kernel';
import type { HolderErased } from './erasure-notice.events.js';

/** The persons of an account whose erasure has been made known. */
export const erasureNotices: Decider<ReadonlySet<string>, HolderErased['data'], HolderErased> = {
  category: 'erasureNotice',
  initial: new Set(),
  decide: (data, known) =>
    known.has(data.memberOid) ? [] : [{ type: 'erasureNotice.HolderErased', data }],
  evolve: (known, { data }) => new Set([...known, data.memberOid]),
};

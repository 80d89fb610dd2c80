import { defineEvents } from '#libs/platform/event-store';
import { type DomainEvent, Published } from '#libs/platform/kernel';

/** Somebody who owned an account, or held a permission on it, was erased. */
export type HolderErased = DomainEvent<
  'erasureNotice.HolderErased',
  { readonly accountNumber: string; readonly memberOid: string }
>;

/**
 * Events of streams `erasureNotice-{accountNumber}`. They are apart from the account's own stream and history: what happens on an account
 * extends the retention of its other owners, and an erasure must not.
 */
export const erasureNoticeEvents = defineEvents<HolderErased>({
  'erasureNotice.HolderErased': {
    history: { title: 'Erasure made known to subscribers' },
    publishes: Published.event(
      'brokerage.account.person-erased.v1',
      'Personal data of an owner or of somebody with a permission was erased: delete what you keep of it.',
      { memberOid: Published.text('Id of the person') },
    ),
  },
});

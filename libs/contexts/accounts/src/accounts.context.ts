import { defineContext } from '#libs/platform/service';
import { accountEvents } from './account.registry.js';
import { accountReactions, accountReservationOwners, AccountsModule } from './accounts.module.js';
import { accountDocuments } from './documents/account.document.js';

/** Accounts and their customer agreements (specification, endpoints 1, 2, 3 and 16). */
export const accounts = defineContext({
  name: 'accounts',
  events: [accountEvents],
  projections: [accountDocuments],
  module: AccountsModule,
  reactions: accountReactions,
  reservationOwners: accountReservationOwners,
});

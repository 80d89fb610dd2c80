import { defineContext } from '#libs/platform/service';
import { accountEvents } from './account.registry.js';
import { accountReactions, accountReservationOwners, AccountsModule } from './accounts.module.js';
import { accountDocuments } from './read-models/account.document.js';

/** Accounts, their customer agreements, restrictions and permissions. */
export const accounts = defineContext({
  name: 'accounts',
  events: [accountEvents],
  projections: [accountDocuments],
  module: AccountsModule,
  reactions: accountReactions,
  reservationOwners: accountReservationOwners,
});

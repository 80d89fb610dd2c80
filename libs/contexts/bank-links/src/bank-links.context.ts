import { defineContext } from '#libs/platform/service';
import { BankAccountOwner } from './bank-account-claims.js';
import { bankLinkEvents, limitEvents } from './bank-link.registry.js';
import { BankLinksModule } from './bank-links.module.js';
import { bankLinkDocuments } from './read-models/bank-link.document.js';
import { ExpirySweep } from './expiry-sweep.js';
import { MicroDepositItems } from './reactions/micro-deposit-items.js';
import { SendMicroDeposits } from './reactions/micro-deposits.reaction.js';
import { ClearAttempts } from './reactions/clear-attempts.js';
import { ReleaseBankAccount } from './reactions/release-bank-account.js';

/** Bank accounts that money moves to and from. */
export const bankLinks = defineContext({
  name: 'bank-links',
  events: [bankLinkEvents, limitEvents],
  projections: [bankLinkDocuments],
  module: BankLinksModule,
  reactions: [SendMicroDeposits, ReleaseBankAccount, MicroDepositItems, ClearAttempts],
  timers: [ExpirySweep],
  reservationOwners: [BankAccountOwner],
});

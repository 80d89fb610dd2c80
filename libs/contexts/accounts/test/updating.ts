import { specification } from '#libs/platform/testing';
import { account } from '../src/account.js';
import { ACCOUNT, beneficiary, open } from './account-fixtures.js';
import { history } from './decide.js';

/** An opened individual account. */
export const individual = history(open('I'));
/** A retirement account with a beneficiary of each kind. */
export const ira = history(
  open('R', {
    primaryBeneficiaries: [beneficiary('100')],
    contingentBeneficiaries: [beneficiary('100')],
  }),
);
/** The event of an update. */
export const updated = (data: object): object => ({
  type: 'account.AccountUpdated',
  data: { accountNumber: ACCOUNT, primaryAccountOwner: 'jdoe', ...data },
});
/** Given/when/then for accounts. */
export const spec = specification(account);

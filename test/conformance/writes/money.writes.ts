import { addDays } from '#libs/platform/kernel';
import { bankAccountNumber, ROUTING } from '../bank-links.fixture.js';
import { today } from '../cash.fixture.js';
import { type Fields, type Writes } from './write.js';

const link: Fields = { bankLinkOid: '!same', ownerLoginId: '!id 64' };
const OPERATION = 'banklink.invalid.operation.should.be.delete.verify_md.or.verify_own';
const later = (days: number): string => addDays(today(), days);

export const moneyWrites: Writes = {
  'POST …/achbanklinks': ({ account, owner }) => ({
    method: 'POST',
    path: `/restapi/accounts/${account}/achbanklinks`,
    body: () => ({
      accountType: 'C',
      bankAccountNumber: bankAccountNumber(),
      routingNumber: ROUTING,
      ownerLoginId: owner,
      nameOnAccount: 'Jane Doe',
      bankName: 'First Bank',
    }),
    fields: {
      accountType: '!code',
      bankAccountNumber: '!digits 17',
      routingNumber: '!digits 9',
      ownerLoginId: '!id 64',
      nameOnAccount: '!text 100',
      bankName: '!text 100',
    },
  }),
  'PUT …/verify/microdeposits/{oid}': ({ account, verifiable, owner }) => ({
    method: 'PUT',
    path: `/restapi/accounts/${account}/verify/microdeposits/${verifiable}`,
    // an owner-verified link takes any amounts
    body: () => ({
      bankLinkOid: verifiable,
      md1: '0.12',
      md2: '0.31',
      op: 'verify_md',
      ownerLoginId: owner,
    }),
    fields: { ...link, md1: '!decimal', md2: '!decimal', op: '!text' },
    wrong: { op: OPERATION },
  }),
  'PUT …/achbanklinks/{oid}': ({ account, cancellable, owner }) => ({
    method: 'PUT',
    path: `/restapi/accounts/${account}/achbanklinks/${cancellable}`,
    body: () => ({ bankLinkOid: cancellable, status: 'D', op: 'delete', ownerLoginId: owner }),
    fields: { ...link, status: '!code', op: '!text' },
    wrong: { op: OPERATION },
  }),
  'POST …/verify/{oid}/ownerverification': ({ account, ownable, owner }) => ({
    method: 'POST',
    path: `/restapi/accounts/${account}/verify/${ownable}/ownerverification`,
    body: () => ({ bankLinkOid: ownable, op: 'verify_own', ownerLoginId: owner }),
    fields: { ...link, op: '!text' },
    wrong: { op: OPERATION },
  }),
  'POST …/cashtransactions': ({ account, link: sourceId }) => ({
    method: 'POST',
    path: `/restapi/accounts/${account}/cashtransactions`,
    body: () => ({
      transactionType: 'AHD',
      sourceId,
      targetId: account,
      amount: '250.00',
      processDate: later(7),
      repeatType: 'M',
      repeatInterval: '3',
      repeatOffset: '3',
      endDateChoice: 'transfersEndDate',
      endDate: later(2000),
    }),
    fields: {
      transactionType: '!code',
      sourceId: '!id 64',
      targetId: 'id 64',
      amount: '!decimal',
      processDate: '!date',
      repeatType: 'code',
      repeatInterval: 'digits 9',
      repeatOffset: 'digits 9',
      endDateChoice: 'code',
      endDate: '!date',
    },
  }),
  'POST …/cashtransactions, IRA withdrawal': ({ retirement, retirementLink }) => ({
    method: 'POST',
    path: `/restapi/accounts/${retirement}/cashtransactions`,
    body: () => ({
      transactionType: 'AHW',
      sourceId: retirement,
      targetId: retirementLink,
      amount: '250.00',
      processDate: later(7),
      distributionReasonCode: 'N',
      fedWithholdType: 'P',
      fedWithholdAmount: '10',
      stateWithholdType: 'D',
      stateWithholdAmount: '5',
    }),
    fields: {
      transactionType: '!code',
      sourceId: 'id 64',
      targetId: '!id 64',
      amount: '!decimal',
      processDate: '!date',
      distributionReasonCode: '!code',
      fedWithholdType: 'code',
      fedWithholdAmount: '!decimal',
      stateWithholdType: 'code',
      stateWithholdAmount: '!decimal',
    },
  }),
  'POST …/cashtransactions, IRA deposit': ({ retirement, retirementLink }) => ({
    method: 'POST',
    path: `/restapi/accounts/${retirement}/cashtransactions`,
    body: () => ({
      transactionType: 'AHD',
      sourceId: retirementLink,
      amount: '1.00',
      processDate: today(),
      iraContributionYear: today().slice(0, 4),
      repeatType: 'W',
      endDateChoice: 'transfersMaxNumOf',
      maxNumOfTransfers: '3',
    }),
    fields: {
      transactionType: '!code',
      sourceId: '!id 64',
      amount: '!decimal',
      processDate: '!date',
      iraContributionYear: '!digits 4',
      repeatType: 'code',
      endDateChoice: 'code',
      maxNumOfTransfers: 'digits 9',
    },
  }),
  'PUT …/cashtransactions/{oid}': ({ account, cash }) => ({
    method: 'PUT',
    path: `/restapi/accounts/${account}/cashtransactions/${cash}`,
    body: () => ({ cancelReasonCode: '8', cancelReason: 'No', cancelSeriesFlag: false }),
    fields: { cancelReasonCode: '!code', cancelReason: 'text 255', cancelSeriesFlag: 'bool' },
    wrong: { cancelReasonCode: '9049' },
  }),
};

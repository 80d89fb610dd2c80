import { uniqueName, validSsn } from '../../support/running-service.js';
import { person } from './members.writes.js';
import { all, each, type Fields, inside, type World, type Writes } from './write.js';

const beneficiary = (): object => ({
  ...person(),
  relationship: 'S',
  ssn: validSsn(),
  sharePct: '100',
  citizenship: 'U',
});
const named: Fields = {
  title: 'text 20',
  firstName: '!text 40',
  middleName: 'text 40',
  lastName: '!text 40',
  suffix: 'text 20',
  dateOfBirth: '!date',
  ssn: '!digits 9',
};
const beneficiaries = (place: string): Fields => ({
  [place]: 'list',
  ...inside(`${place}[]`, {
    ...named,
    relationship: '!code',
    sharePct: '!decimal',
    citizenship: 'code',
  }),
});
const contact = (): object => ({
  title: 'Mr.',
  firstName: 'Tom',
  lastName: 'Fox',
  suffix: 'Esq.',
  email: 'tom@example.com',
  telephone: '212-555-0101',
  relationship: 'S',
});
const contacts: Fields = {
  trustedContacts: 'list',
  ...inside('trustedContacts[]', {
    title: 'text 20',
    firstName: '!text 40',
    lastName: '!text 40',
    suffix: 'text 20',
    email: '!email',
    telephone: '!phone',
    relationship: 'code',
  }),
};
const least = ({ plan }: World, primaryAccountOwner: string): object => ({
  accountName: uniqueName('h').slice(-16),
  billingPlanOid: plan,
  primaryAccountOwner,
});
const leastFields: Fields = {
  accountName: '!text 16',
  accountType: '!code',
  billingPlanOid: '!id 64',
  primaryAccountOwner: '!id 64',
};
const rates: Fields = { longTermTaxRate: 'decimal', shortTermTaxRate: 'decimal' };
const exclusion = (place: string): Fields => ({
  [place]: 'list',
  [`${place}[].exclusionStartDate`]: 'date',
  [`${place}[].exclusionEndDate`]: 'date',
  [`${place}[].exclusionValue`]: '!text 64',
});
const excluded = (exclusionValue: string): object => ({
  exclusionValue,
  exclusionStartDate: '2026-01-01',
  exclusionEndDate: '2030-01-01',
});
/** Fields that an update refuses. */
const fixed: Fields = {
  ...each(['branchCode', 'repCode'], 'id 40'),
  primaryAccountOwner: 'id 64',
  ...each(['accountType', 'w9BackupWithholding', 'taxClassification'], 'code'),
  ...each(['jointOwners', 'trustees'], 'texts'),
  accountRegistrationInfo: 'text 255',
  minor: 'object',
};
export const accountWrites: Writes = {
  'POST /restapi/accounts, SIMPLE IRA': (world) => ({
    method: 'POST',
    path: '/restapi/accounts',
    body: () => ({
      ...least(world, world.owner),
      accountType: '9',
      branchCode: '1',
      repCode: '2',
      defaultTaxLotSelection: 'AVGC',
      initContributionDate: '2020-02-03',
      trustedContacts: [contact()],
      primaryBeneficiaries: [beneficiary()],
      contingentBeneficiaries: [beneficiary()],
      w9BackupWithholding: 'N',
    }),
    fields: {
      ...leastFields,
      branchCode: 'id 40',
      repCode: 'id 40',
      defaultTaxLotSelection: 'code',
      initContributionDate: 'date',
      ...contacts,
      ...beneficiaries('primaryBeneficiaries'),
      ...beneficiaries('contingentBeneficiaries'),
      w9BackupWithholding: 'code',
    },
  }),
  'POST /restapi/accounts, custodial': (world) => ({
    method: 'POST',
    path: '/restapi/accounts',
    body: () => ({
      ...least(world, world.owner),
      accountType: 'U',
      minor: {
        ...person(),
        dateOfBirth: '2015-01-01',
        ssn: validSsn(),
        citizenship: 'C',
        state: 'NY',
      },
    }),
    fields: {
      ...leastFields,
      minor: '!object',
      ...inside('minor', { ...named, citizenship: '!code', state: '!code' }),
    },
  }),
  'POST /restapi/accounts, joint': (world) => ({
    method: 'POST',
    path: '/restapi/accounts',
    body: () => ({
      ...least(world, world.owner),
      accountType: 'J',
      jointOwners: [world.other],
      defaultTaxLotSelection: 'WLFS',
      longTermTaxRate: '15',
      shortTermTaxRate: '30',
    }),
    fields: { ...leastFields, jointOwners: '!texts', defaultTaxLotSelection: 'code', ...rates },
  }),
  'POST /restapi/accounts, LLC': (world) => ({
    method: 'POST',
    path: '/restapi/accounts',
    body: () => ({
      ...least(world, world.company),
      accountType: 'F',
      trustees: [world.trustee],
      accountRegistrationInfo: 'Acme LLC',
      taxClassification: 'P',
    }),
    fields: {
      ...leastFields,
      trustees: '!texts',
      accountRegistrationInfo: '!text 255',
      taxClassification: '!code',
    },
  }),
  'PUT /restapi/accounts/{a}': (world) => ({
    method: 'PUT',
    path: `/restapi/accounts/${world.account}`,
    body: () => ({
      accountNumber: world.account,
      accountStatus: null,
      accountName: uniqueName('h').slice(-16),
      billingPlanOid: world.plan,
      defaultTaxLotSelection: 'WLFS',
      longTermTaxRate: '15',
      shortTermTaxRate: '30',
      trustedContacts: [contact()],
      securityExclusion: [excluded('IBM')],
      issueExclusion: [excluded('Tobacco')],
      sectorExclusion: [excluded('Energy')],
      ...all(Object.keys(fixed), null),
    }),
    fields: {
      accountNumber: 'same',
      accountStatus: 'code',
      accountName: 'text 16',
      billingPlanOid: 'id 64',
      defaultTaxLotSelection: 'code',
      ...rates,
      ...contacts,
      ...exclusion('securityExclusion'),
      ...exclusion('issueExclusion'),
      ...exclusion('sectorExclusion'),
      ...fixed,
    },
    wrong: all(Object.keys(fixed), 'not.updatable') as Record<string, string>,
  }),
  'PUT /restapi/accounts/{a}, retirement': (world) => ({
    method: 'PUT',
    path: `/restapi/accounts/${world.retirement}`,
    body: () => ({
      initContributionDate: '2020-02-03',
      primaryBeneficiaries: [beneficiary()],
      contingentBeneficiaries: [beneficiary()],
    }),
    fields: {
      initContributionDate: 'date',
      ...beneficiaries('primaryBeneficiaries'),
      ...beneficiaries('contingentBeneficiaries'),
    },
  }),
};

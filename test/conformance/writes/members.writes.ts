import { memberBody, uniqueName, validSsn } from '../../support/running-service.js';
import { all, type Fields, inside, optional, type Writes } from './write.js';

export const address = (): Record<string, unknown> => ({
  line1: '350 Fifth Avenue',
  line2: 'Suite 1',
  city: 'New York',
  state: 'NY',
  zipcode: '10118',
  country: 'US',
});
const addressFields: Fields = {
  line1: '!text 100',
  line2: 'text 100',
  city: '!text 60',
  state: '!text 40',
  zipcode: '!text 20',
  country: 'text 40',
};
export const addressAt = (place: string, required = false): Fields => ({
  [place]: required ? '!object' : 'object',
  ...inside(place, addressFields),
});

export const person = (): Record<string, unknown> => ({
  title: 'Ms.',
  firstName: 'Bea',
  middleName: 'B.',
  lastName: 'Doe',
  suffix: 'Jr.',
  dateOfBirth: '1990-01-01T00:00:00.000+00:00',
});
const personFields: Fields = {
  title: 'anycase',
  firstName: '!text 20',
  middleName: 'text 20',
  lastName: '!text 35',
  suffix: 'anycase',
  dateOfBirth: '!date',
};

const member = (): Record<string, unknown> =>
  memberBody({
    ...person(),
    loginId: uniqueName('m'),
    email2: 'second@example.com',
    eveningTelephone: '212-555-0143',
    primaryAddress: address(),
    mailingAddress: address(),
    employerAddress: address(),
    employerName: 'Acme',
    employmentStatus: 'Employed',
    occupationType: 'Legal',
    annualIncome: '3',
    liquidNetWorth: '3',
    netWorth: '3',
    dependentCount: '2',
    accreditedInvestorAnnualIncome: false,
    accreditedInvestorNetWorth: false,
    directorOrTenPercentShareholder: true,
    directorOrTenPercentShareholderCompany: ['IBM'],
    finraAffiliated: true,
    finraCompany: 'Broker Inc.',
    previousPrivatePlacementExperience: true,
    previousExperienceSector: 'Energy',
    memberProfileItems: { topMarginalTaxBracket: '1', maritalStatus: 'S' },
    membershipType: 'N',
  });
const profileFields: Fields = {
  email1: '!email',
  email2: 'email',
  dayTelephone: 'phone',
  eveningTelephone: 'phone',
  ...addressAt('primaryAddress', true),
  ...addressAt('mailingAddress'),
  ...addressAt('employerAddress'),
  employerName: 'text 100',
  employmentStatus: 'code',
  occupationType: 'anycase',
  annualIncome: 'code',
  liquidNetWorth: 'code',
  netWorth: 'code',
  dependentCount: 'digits',
  citizenship: 'code',
  residenceCountry: 'text 40',
  accreditedInvestorAnnualIncome: 'bool',
  accreditedInvestorNetWorth: 'bool',
  directorOrTenPercentShareholder: 'bool',
  directorOrTenPercentShareholderCompany: 'texts',
  finraAffiliated: 'bool',
  finraCompany: 'text 100',
  previousPrivatePlacementExperience: 'bool',
  previousExperienceSector: 'text 100',
  memberProfileItems: 'object',
  'memberProfileItems.topMarginalTaxBracket': 'code',
  'memberProfileItems.maritalStatus': 'code',
  membershipType: 'text 4',
};
const NAMES = ['title', 'firstName', 'middleName', 'lastName', 'suffix'];
const FIXED = [...NAMES, 'dateOfBirth', 'tid'];

export const memberWrites: Writes = {
  'POST /restapi/members': () => ({
    method: 'POST',
    path: '/restapi/members',
    body: member,
    fields: { loginId: '!text 64', ...personFields, tid: '!digits 9', ...profileFields },
  }),
  'PUT /restapi/members/{loginid}': ({ owner }) => ({
    method: 'PUT',
    path: `/restapi/members/${owner}`,
    body: () => ({ ...member(), loginId: owner, ...all(FIXED, null) }),
    fields: {
      loginId: 'same',
      ...optional(personFields),
      tid: 'digits 9',
      ...optional(profileFields),
      ...addressAtUpdate(),
    },
    wrong: Object.fromEntries(FIXED.map((name) => [name, 'not.updatable'])),
  }),
  'PUT /restapi/members/{loginid}/membership': ({ owner }) => ({
    method: 'PUT',
    path: `/restapi/members/${owner}/membership`,
    body: () => ({ transState: 'RM' }),
    fields: { transState: '!code' },
  }),
  'POST /restapi/trustees': () => ({
    method: 'POST',
    path: '/restapi/trustees',
    body: () => ({
      ...person(),
      loginId: uniqueName('t'),
      email1: 'trustee@example.com',
      email2: 'second@example.com',
      dayTelephone: '212-555-0142',
      eveningTelephone: '212-555-0143',
      tid: validSsn(),
      primaryAddress: address(),
      mailingAddress: address(),
      citizenship: 'U',
      residenceCountry: 'US',
    }),
    fields: {
      loginId: '!text 64',
      ...personFields,
      email1: '!email',
      email2: 'email',
      dayTelephone: 'phone',
      eveningTelephone: 'phone',
      tid: 'digits 9',
      ...addressAt('primaryAddress'),
      ...addressAt('mailingAddress'),
      citizenship: 'code',
      residenceCountry: 'text 40',
    },
  }),
  'POST /restapi/firms': ({ rep }) => ({
    method: 'POST',
    path: '/restapi/firms',
    body: () => ({
      firmName: 'Acme LLC',
      firmTaxId: '123456789',
      firmTaxIdType: 'TIN',
      firmRep: rep,
      primaryAddress: address(),
      mailingAddress: address(),
      firmTelephone1: '212-555-0199',
      firmTelephone2: '212-555-0198',
      firmEmail1: 'office@example.com',
      firmEmail2: 'second@example.com',
      finraAffiliated: true,
      finraCompany: 'Broker Inc.',
      directorOrTenPercentShareholder: true,
      directorOrTenPercentShareholderCompany: ['IBM'],
    }),
    fields: {
      firmName: '!text 100',
      firmTaxId: '!digits 9',
      firmTaxIdType: 'code',
      firmRep: '!text 64',
      ...addressAt('primaryAddress', true),
      ...addressAt('mailingAddress'),
      firmTelephone1: 'phone',
      firmTelephone2: 'phone',
      firmEmail1: 'email',
      firmEmail2: 'email',
      finraAffiliated: 'bool',
      finraCompany: 'text 100',
      directorOrTenPercentShareholder: 'bool',
      directorOrTenPercentShareholderCompany: 'texts',
    },
  }),
  'PUT /restapi/members/{loginid}/ifas/{id}': ({ owner, item }) => ({
    method: 'PUT',
    path: `/restapi/members/${owner}/ifas/${item}`,
    body: () => ({ action: 'V' }),
    fields: { action: '!code' },
  }),
};

/** What an address that is sent needs stays needed in an update. */
function addressAtUpdate(): Fields {
  return {
    ...addressAt('primaryAddress'),
    ...addressAt('mailingAddress'),
    ...addressAt('employerAddress'),
  };
}

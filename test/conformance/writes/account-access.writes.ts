import { signatureBody } from '../../support/running-service.js';
import { type Fields, optional, type Writes } from './write.js';

const permissionFields: Fields = {
  accountNumber: 'same',
  permission: 'code',
  alertLevel: 'code',
  listOnReport: 'bool',
};

/** Signing, permissions, restrictions. */
export const accessWrites: Writes = {
  'POST …/customeragreement': ({ account, owner }) => ({
    method: 'POST',
    path: `/restapi/accounts/${account}/customeragreement`,
    body: () => ({ ...signatureBody(owner), w9Withhold: false }),
    fields: {
      loginId: '!id 64',
      signatureData: '!base64',
      signatureMethod: '!code',
      signatureImageEncoding: '!code',
      w9Withhold: 'bool',
    },
    missing: { signatureMethod: 'null.signature.method' },
  }),
  'POST …/permissions': ({ spare, other }) => ({
    method: 'POST',
    path: `/restapi/accounts/${spare}/permissions`,
    body: () => ({
      loginId: other,
      accountNumber: spare,
      permission: 'TR',
      alertLevel: 'none',
      listOnReport: true,
    }),
    fields: {
      ...permissionFields,
      loginId: '!id 64',
      permission: '!code',
    },
  }),
  'PUT …/permissions/{loginid}': ({ account, other }) => ({
    method: 'PUT',
    path: `/restapi/accounts/${account}/permissions/${other}`,
    body: () => ({
      loginId: other,
      accountNumber: account,
      permission: 'TR',
      alertLevel: 'none',
      listOnReport: true,
    }),
    fields: { loginId: 'same', ...optional(permissionFields) },
  }),
  'POST …/restrictions': ({ spare }) => ({
    method: 'POST',
    path: `/restapi/accounts/${spare}/restrictions`,
    body: () => ({
      accountNumber: spare,
      reasonCode: '021',
      restrictionType: 'CR',
      note: 'By the firm',
    }),
    fields: {
      accountNumber: 'same',
      reasonCode: 'code',
      restrictionType: 'code',
      note: 'text 255',
    },
  }),
};

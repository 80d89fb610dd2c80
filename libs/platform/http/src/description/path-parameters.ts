import type { Parameter } from './openapi.js';

interface PathParameter {
  readonly description: string;
  readonly example: string;
}

/** Form of the ids that the back office chooses: whatever has another one is not found. */
const FORM = '1 to 64 letters, digits, and any of . _ : -, beginning with a letter or digit';

const IDS: Readonly<Record<string, PathParameter>> = {
  accountnumber: { description: 'Account number, letters in capitals', example: 'RA1B2C3D4E' },
  apiKey: {
    description:
      'API key of the client: 8 to 64 letters, digits, - and _, beginning with a letter or digit',
    example: 'acme-key',
  },
  banklinkoid: { description: 'Id of the bank link', example: '4711' },
  billingplanoid: { description: `Id of the billing plan: ${FORM}`, example: '77' },
  cashtransactionoid: { description: `Id of the cash transaction: ${FORM}`, example: '9021' },
  collection: {
    description: 'Id of the generation, as the read model has it',
    example: 'folios_folio_v1_g1',
  },
  closingtxnid: {
    description: `Id of the transaction that closed the lot: ${FORM}`,
    example: '3002',
  },
  file: { description: 'Name of the file', example: 'brokerage.account.opened.v1.json' },
  firmId: {
    description: 'Id of the firm: 1 to 19 digits, the first no zero',
    example: '1000000001',
  },
  folionumber: {
    description: 'Folio number: account number, letters in capitals, and two digits',
    example: 'RA1B2C3D4E03',
  },
  id: { description: `Id of the item: ${FORM}`, example: '1' },
  mailid: { description: 'Id of the mail', example: '5f0e9f7c-0001-5000-8000-000000000001' },
  name: { description: 'Name of the read model', example: 'folios.folio' },
  loginid: { description: 'Login id of the member', example: 'jane.doe' },
  notificationid: { description: `Id of the corporate action: ${FORM}`, example: '52001' },
  oid: { description: `Id of the resource: ${FORM}`, example: '81' },
  originatingtxnid: {
    description: `Id of the transaction that opened the lot: ${FORM}`,
    example: '3001',
  },
  transactionid: { description: `Id of the transaction: ${FORM}`, example: '6001' },
  webhookid: { description: 'Id of the webhook', example: '5f0e9f7c-0001-5000-8000-000000000001' },
};

/** The parameters in braces, with what is known of their names. */
export function pathParameters(path: string): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const { description = `The ${name} of the path`, example = '1' } = IDS[name] ?? {};
    return {
      name,
      in: 'path',
      required: true,
      description,
      schema: { type: 'string', minLength: 1, maxLength: 256 },
      example,
    };
  });
}

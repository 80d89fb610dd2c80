// Ids and request bodies of the demonstration firm's resources, as the back office would send them ([running.first-start]).

export const FIRM_ID = '1000001';
export const API_KEY = 'demo-client';
/** Login id of the API client itself. */
export const API_LOGIN = 'demo.api';
/** Billing plans by type. */
export const PLAN_OIDS = { A: '2000001', B: '2000002', P: '2000003' } as const;
/** An RTG model, which every firm sees. */
export const RTG_OID = '3000001';
/** A private placement open to the firm. */
export const OFFER_OID = '4000001';

/** Body of {@link FIRM_ID}. */
export const firm = {
  name: 'Demonstration Advisors',
  firmType: 'L',
  billingLevel: 'account',
  entitlements: ['ownerVerification'],
  depositAddress: {
    line1: '100 Custody Plaza',
    city: 'McLean',
    state: 'VA',
    zipcode: '22102',
    country: 'US',
  },
  payableTo: 'Demonstration Brokerage',
};

/** Bodies of {@link PLAN_OIDS}. */
export const plans = {
  [PLAN_OIDS.A]: {
    billingPlanType: 'A',
    name: 'Advisory, tiered',
    description: 'Quarterly in arrears, each tier at its own rate',
    assetFees: {
      assetFeeTiers: [
        { minAssetValue: '0', maxAssetValue: '1000000', basisPoints: '100' },
        { minAssetValue: '1000000', maxAssetValue: 'Infinity', basisPoints: '75' },
      ],
      billingMode: 'A',
      billingPeriodType: 'M',
      billingPeriodValue: '3',
      flatFee: '0',
      tierType: 'M',
    },
    commissionFees: [{ orderType: 'D', commission: '4.95', tradeCountThreshold: '10' }],
  },
  [PLAN_OIDS.B]: {
    billingPlanType: 'B',
    name: 'Brokerage',
    description: 'Custody only',
    assetFees: {
      assetFeeTiers: [{ minAssetValue: '0', maxAssetValue: 'Infinity', basisPoints: '5' }],
      billingMode: 'F',
      billingPeriodType: 'M',
      billingPeriodValue: '1',
      flatFee: '0',
      tierType: 'S',
    },
  },
  [PLAN_OIDS.P]: {
    billingPlanType: 'P',
    name: 'Platform',
    description: 'Yearly fee for folios',
    folioFees: {
      folioFee: '250.00',
      folioFeeDiscount: '0',
      additionalFolioFee: '10.00',
      additionalFolioFeeDiscount: '0',
      baseNumberOfFolios: '10',
      chargeFrequency: '12',
    },
  },
};

/** Body of {@link RTG_OID}. */
export const rtg = {
  name: 'Balanced 60/40',
  targetWeights: [
    { ticker: 'VTI', targetWeight: '60.00' },
    { ticker: 'BND', targetWeight: '40.00' },
  ],
};

/** Body of {@link OFFER_OID}. */
export const offer = {
  name: 'Demonstration Growth Fund I',
  openingDate: '2020-01-01',
  closingDate: '2099-12-31',
  eligibleFirms: [FIRM_ID],
  eligibility: 'ACCREDITED',
  minimum: '1000.00',
  maximum: '1000000.00',
};

/** A document of {@link OFFER_OID} that a member has to fetch before subscribing. */
export const OFFER_DOCUMENT_ID = 'memorandum';

/** Body of {@link OFFER_DOCUMENT_ID}. */
export const offerDocument = {
  name: 'Memorandum',
  required: true,
  signable: false,
  data: Buffer.from('Demonstration Growth Fund I: you may lose what you invest.').toString(
    'base64',
  ),
};

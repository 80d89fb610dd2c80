import { type Fields, inside, type Writes } from './write.js';

const assetFees = (): object => ({
  assetFeeTiers: [{ minAssetValue: '0', maxAssetValue: 'Infinity', basisPoints: '50' }],
  billingMode: 'A',
  billingPeriodType: 'M',
  billingPeriodValue: '3',
  flatFee: '0',
  tierType: 'M',
});
const assetFeesFields: Fields = {
  assetFees: 'object',
  ...inside('assetFees', {
    assetFeeTiers: '!list',
    'assetFeeTiers[].minAssetValue': '!decimal',
    'assetFeeTiers[].maxAssetValue': '!decimal',
    'assetFeeTiers[].basisPoints': '!decimal',
    billingMode: '!code',
    billingPeriodType: '!code',
    billingPeriodValue: '!text 64',
    flatFee: 'decimal',
    tierType: '!code',
  }),
};
const planFields: Fields = {
  billingPlanId: 'same',
  billingPlanType: '!code',
  name: '!text 100',
  description: 'text 1000',
};

export const planWrites: Writes = {
  'PUT …/billingplans/{oid}, advisory': ({ firm }) => ({
    role: 'backoffice',
    method: 'PUT',
    path: `/backoffice/firms/${firm}/billingplans/881`,
    body: () => ({
      billingPlanId: '881',
      billingPlanType: 'A',
      name: 'Plan',
      description: 'Advisory',
      assetFees: assetFees(),
      commissionFees: [
        {
          orderType: 'D',
          commission: '4.95',
          tradeCountThreshold: '10',
          additionalCommission: '1',
          buyCommission: '4.95',
          buyTradeCountThreshold: '10',
          additionalBuyCommission: '1',
          sellCommission: '4.95',
          sellTradeCountThreshold: '10',
          additionalSellCommission: '1',
        },
      ],
    }),
    fields: {
      ...planFields,
      ...assetFeesFields,
      commissionFees: 'list',
      ...inside('commissionFees[]', {
        orderType: '!code',
        commission: 'decimal',
        tradeCountThreshold: 'decimal',
        additionalCommission: 'decimal',
        buyCommission: 'decimal',
        buyTradeCountThreshold: 'decimal',
        additionalBuyCommission: 'decimal',
        sellCommission: 'decimal',
        sellTradeCountThreshold: 'decimal',
        additionalSellCommission: 'decimal',
      }),
    },
  }),
  'PUT …/billingplans/{oid}, platform': ({ firm, platformPlan }) => ({
    role: 'backoffice',
    method: 'PUT',
    path: `/backoffice/firms/${firm}/billingplans/${platformPlan}`,
    body: () => ({
      billingPlanType: 'P',
      name: 'Plan',
      description: 'Platform',
      folioFees: {
        folioFee: '10',
        folioFeeDiscount: '0',
        additionalFolioFee: '1',
        additionalFolioFeeDiscount: '0',
        baseNumberOfFolios: '3',
        chargeFrequency: '12',
      },
    }),
    fields: {
      billingPlanType: '!code',
      name: '!text 100',
      description: 'text 1000',
      folioFees: 'object',
      ...inside('folioFees', {
        folioFee: '!decimal',
        folioFeeDiscount: 'decimal',
        additionalFolioFee: 'decimal',
        additionalFolioFeeDiscount: 'decimal',
        baseNumberOfFolios: '!decimal',
        chargeFrequency: 'decimal',
      }),
    },
  }),
};

import { all, each, type Fields, inside, MOMENT, type Writes } from './write.js';

const securityOrder: Fields = {
  security: 'object',
  'security.ticker': 'text 9',
  side: '!code',
  state: 'code',
  stateReasonCode: 'id 16',
  dollarShareBasedIndicator: 'code',
  ...each(
    [
      ...['requestedDollarAmount', 'estimatedDollarAmount', 'estimatedShareAmount'],
      ...['estimatedPrice', 'filledDollarAmount', 'filledShareAmount', 'filledPrice'],
      ...['commission', 'secFee', 'tradeFee'],
    ],
    'decimal',
  ),
  ...each(['quoteTimestamp', 'creationTimestamp', 'modificationTimestamp'], 'date'),
};
const orderTotals = [
  ...['requestedBuyDollarAmount', 'requestedSellDollarAmount', 'estimatedBuyDollarAmount'],
  ...['estimatedSellDollarAmount', 'filledBuyDollarAmount', 'filledSellDollarAmount'],
  ...['commission', 'totalCommission', 'totalFee'],
];

export const orderFeedWrites: Writes = {
  'PUT /backoffice…/orders/{oid}': ({ account, folio }) => ({
    role: 'backoffice',
    method: 'PUT',
    path: `/backoffice/accounts/${account}/folios/${folio}/orders/fed-order`,
    body: () => ({
      accountNumber: account,
      folioNumber: folio,
      folioOrderOid: 'fed-order',
      orderType: 'W',
      reasonForTrade: 'NS',
      creationDate: MOMENT,
      executionDate: MOMENT,
      modificationTimestamp: MOMENT,
      scheduledWindowDatetime: MOMENT,
      discretionary: false,
      solicited: true,
      dollarShareBasedIndicator: 'D',
      ...all(orderTotals, '1.00'),
      buyLimitPercent: '1',
      sellLimitPercent: '1',
      taxlotReliefMethod: 'FIFO',
      state: 'O',
      stateReasonCode: '1',
      securityOrders: [
        {
          security: { ticker: 'IBM' },
          side: '1',
          state: 'O',
          stateReasonCode: '1',
          dollarShareBasedIndicator: 'D',
          requestedDollarAmount: '500',
          estimatedDollarAmount: '500',
          estimatedShareAmount: '5',
          estimatedPrice: '100',
          filledDollarAmount: '0',
          filledShareAmount: '0',
          filledPrice: '0',
          ...all(['commission', 'secFee', 'tradeFee'], '0.10'),
          ...all(['quoteTimestamp', 'creationTimestamp', 'modificationTimestamp'], MOMENT),
        },
      ],
    }),
    fields: {
      ...each(['accountNumber', 'folioNumber', 'folioOrderOid'], 'same'),
      ...each(['orderType', 'dollarShareBasedIndicator'], '!code'),
      ...each(['reasonForTrade', 'taxlotReliefMethod', 'state'], 'code'),
      ...each(['creationDate', 'executionDate', 'modificationTimestamp'], 'date'),
      scheduledWindowDatetime: 'date',
      ...each(['discretionary', 'solicited'], 'bool'),
      ...each([...orderTotals, 'buyLimitPercent', 'sellLimitPercent'], 'decimal'),
      stateReasonCode: 'id 16',
      securityOrders: '!list',
      ...inside('securityOrders[]', securityOrder),
    },
  }),
};

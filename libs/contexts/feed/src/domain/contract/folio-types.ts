import { SubscriptionStates, TransactionCategories, OrderStates } from '#libs/platform/kernel';
import { published } from './definition.js';
import { code, day, openCode, text, word, words } from './fields.js';

const folio = { folioNumber: text('Full number of the folio') };
const below =
  (rest: string) =>
  (data: { readonly folioNumber: string }): string =>
    `/folios/${data.folioNumber}${rest}`;
const folioTransaction = {
  ...folio,
  transactionId: text('Id of the transaction'),
  category: openCode(TransactionCategories, 'Category of the transaction'),
};

const order = {
  folioOrderOid: text('Id of the order'),
  state: code(OrderStates, 'State of the order'),
};
const orderPath = (data: { readonly folioOrderOid: string }): string =>
  `/orders/${data.folioOrderOid}`;

const subscription = {
  subscriptionOid: text('Id of the subscription'),
  status: code(SubscriptionStates, 'State of the subscription'),
};
const subscriptionPath = (data: { readonly subscriptionOid: string }): string =>
  `/privateplacementorders/${data.subscriptionOid}`;

/** Published events of folios, their transactions and unit values, orders and private placements. */
export const folioTypes = {
  'brokerage.folio.created.v1': published('The account has a folio more.', folio, below('')),
  'brokerage.folio.updated.v1': published(
    'Settings of a folio changed.',
    {
      ...folio,
      changed: words(
        ['folioName', 'dividendReinvest', 'dividendPayToAccount', 'benchmark'],
        'Names of the fields that changed',
      ),
    },
    below(''),
  ),
  'brokerage.folio.closed.v1': published('A folio was closed, for good.', folio, below('')),
  'brokerage.folio.target-weights-set.v1': published(
    'The target weights of a folio changed.',
    folio,
    below('/targetweights'),
  ),
  'brokerage.folio.positions-set.v1': published(
    'The back office reported the holdings of a folio.',
    folio,
    below('/positions'),
  ),
  'brokerage.folio.rtg-subscribed.v1': published(
    'A folio subscribed to another ready-to-go model.',
    { ...folio, rtgOid: text('Id of the model') },
    below(''),
  ),
  'brokerage.folio-transaction.reported.v1': published(
    'The back office reported a transaction of a folio.',
    folioTransaction,
    below('/transactions'),
  ),
  'brokerage.folio-transaction.corrected.v1': published(
    'A reported transaction of a folio was corrected.',
    folioTransaction,
    below('/transactions'),
  ),
  'brokerage.unit-values.recorded.v1': published(
    'Unit values of a folio were added or changed.',
    { ...folio, from: day('First day with another value'), to: day('Last such day') },
    below('/performance/unitvalues'),
  ),
  'brokerage.order.placed.v1': published('An order was placed.', { ...folio, ...order }, orderPath),
  'brokerage.order.reported.v1': published(
    'The back office reported a new order.',
    { ...folio, ...order },
    orderPath,
  ),
  'brokerage.order.amended.v1': published(
    'Details of an order changed, but not its state.',
    { folioOrderOid: order.folioOrderOid },
    orderPath,
  ),
  'brokerage.order.state-changed.v1': published('An order has another state.', order, orderPath),
  'brokerage.placement-subscription.submitted.v1': published(
    'A private placement was subscribed to.',
    { ...subscription, privatePlacementOfferOid: text('Id of the offer') },
    subscriptionPath,
  ),
  'brokerage.placement-subscription.status-changed.v1': published(
    'The state of a private placement subscription changed.',
    subscription,
    subscriptionPath,
  ),
  'brokerage.tax-data.availability-changed.v1': published(
    'Tax data of the account became available or unavailable.',
    { availability: word(['available', 'unavailable'], 'Whether they can be read') },
  ),
};

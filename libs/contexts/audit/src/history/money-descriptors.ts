import {
  content,
  type Descriptor,
  type EventData,
  inside,
  ofAccount,
  type Reason,
  Subject,
  text,
} from './descriptor.js';

/** Why a cash transaction was cancelled or rejected. */
function cashReason(data: EventData): Reason | undefined {
  const rejected = data['status'] === 'RJ';
  const cancelled = data['status'] === undefined || data['status'] === 'CC';
  if (!rejected && !cancelled) return undefined;
  const code = text(data, 'cancelReasonCode');
  return { outcome: rejected ? 'rejected' : 'cancelled', ...(code !== '' && { code }) };
}

const orderReason =
  (outcome: Reason['outcome']) =>
  (data: EventData): Reason => {
    const code = text((data['changes'] ?? {}) as EventData, 'stateReasonCode');
    return { outcome, ...(code !== '' && { code }) };
  };

/** What a report says; null for a text that it does not have, which ends one that stood there. */
function folioTransaction({ transaction, transactionDesc, notes }: EventData): EventData {
  return {
    ...content(transaction as EventData),
    transactionDesc: transactionDesc ?? null,
    notes: notes ?? null,
  };
}

/** The transactions of a series share a stream. */
const transaction = (data: EventData): string => `transaction/${text(data, 'oid')}`;

const changes = inside('changes');
const state = (status: string) => (): EventData => ({ status });

/** Cash, orders, private placements, corporate actions, tax lots, transactions and performance. */
export const moneyDescriptors: Readonly<Record<string, Descriptor>> = {
  'cash.TransactionCreated': {
    title: 'Cash transaction created',
    subjects: ofAccount,
    thing: transaction,
    begins: true,
    fields: (data) => ({ status: 'PD', ...content(data) }),
  },
  'cash.TransactionReported': {
    title: 'Cash transaction reported',
    subjects: ofAccount,
    thing: transaction,
    begins: true,
  },
  'cash.TransactionChanged': {
    title: 'Cash transaction changed',
    subjects: ofAccount,
    thing: transaction,
  },
  'cash.TransactionStatusChanged': {
    title: 'Status of the cash transaction changed',
    subjects: ofAccount,
    thing: transaction,
    reason: cashReason,
  },
  'cash.TransactionCancelled': {
    title: 'Cash transaction cancelled',
    subjects: ofAccount,
    thing: transaction,
    fields: (data) => ({ status: 'CC', ...content(data) }),
    reason: cashReason,
  },
  'cash.SeriesDefined': { title: 'Repeating cash transaction created', subjects: ofAccount },
  'cash.SeriesEnded': {
    title: 'Repeating cash transaction ended',
    subjects: ofAccount,
    fields: () => ({}),
    reason: (data) => ({ outcome: 'cancelled', cause: text(data, 'cause') }),
  },
  'order.OrderPlaced': { title: 'Order placed', subjects: ofAccount },
  'order.OrderRecorded': { title: 'Order reported', subjects: ofAccount },
  'order.OrderAmended': { title: 'Order amended', subjects: ofAccount, fields: changes },
  'order.OrderPartlyFilled': { title: 'Order partly filled', subjects: ofAccount, fields: changes },
  'order.OrderFilled': { title: 'Order filled', subjects: ofAccount, fields: changes },
  'order.OrderCancelled': {
    title: 'Order cancelled',
    subjects: ofAccount,
    fields: changes,
    reason: orderReason('cancelled'),
  },
  'order.OrderRejected': {
    title: 'Order rejected',
    subjects: ofAccount,
    fields: changes,
    reason: orderReason('rejected'),
  },
  'order.OrderExpired': {
    title: 'Order expired',
    subjects: ofAccount,
    fields: changes,
    reason: orderReason('cancelled'),
  },
  'placement.OfferDefined': { title: 'Private placement offered' },
  'placement.OfferUpdated': { title: 'Private placement offer changed' },
  'placement.OfferingDocumentAdded': {
    title: 'Offering document added',
    thing: (data) => text(data, 'documentId'),
    begins: true,
  },
  'placement.OfferingDocumentChanged': {
    title: 'Offering document changed',
    thing: (data) => text(data, 'documentId'),
  },
  'placement.OfferingDocumentFetched': {
    title: 'Offering document fetched',
    subjects: (data) => [Subject.member(text(data, 'loginId'))],
    thing: (data) => text(data, 'documentId'),
  },
  'placement.SubscriptionSubmitted': {
    title: 'Private placement subscribed',
    subjects: ofAccount,
    fields: (data) => ({ status: 'INITIAL', ...content(data) }),
  },
  'placement.SubscriptionOrderCreated': {
    title: 'Order for the subscription created',
    subjects: ofAccount,
    fields: state('ORDER_CREATED'),
  },
  'placement.SubscriptionAccepted': {
    title: 'Subscription accepted',
    subjects: ofAccount,
    fields: state('ACCEPTED'),
  },
  'placement.SubscriptionProcessingBegun': {
    title: 'Processing of the subscription begun',
    subjects: ofAccount,
    fields: state('PROCESSING'),
  },
  'placement.SubscriptionCompleted': {
    title: 'Subscription completed',
    subjects: ofAccount,
    fields: state('COMPLETE'),
  },
  'placement.SubscriptionRejected': {
    title: 'Subscription rejected',
    subjects: ofAccount,
    fields: state('REJECTED'),
    reason: () => ({ outcome: 'rejected' }),
  },
  'placement.SubscriptionCancelled': {
    title: 'Subscription cancelled',
    subjects: ofAccount,
    fields: state('CANCELLED'),
    reason: () => ({ outcome: 'cancelled' }),
  },
  'corporateAction.ActionAnnounced': {
    title: 'Corporate action announced',
    subjects: ofAccount,
    fields: inside('action'),
  },
  'corporateAction.ActionChanged': {
    title: 'Corporate action changed',
    subjects: ofAccount,
    fields: inside('action'),
  },
  'corporateAction.VotesReported': { title: 'Votes reported', subjects: ofAccount },
  'corporateAction.VotesCast': { title: 'Votes cast', subjects: ofAccount },
  'taxLot.LotReported': {
    title: 'Closed tax lot reported',
    subjects: ofAccount,
    fields: inside('lot'),
  },
  'taxLot.LotCorrected': {
    title: 'Closed tax lot corrected',
    subjects: ofAccount,
    fields: inside('lot'),
  },
  'taxLot.TaxDataSuspended': {
    title: 'Tax data made unavailable',
    subjects: ofAccount,
    fields: () => ({ taxDataAvailable: false }),
  },
  'taxLot.TaxDataResumed': {
    title: 'Tax data available again',
    subjects: ofAccount,
    fields: () => ({ taxDataAvailable: true }),
  },
  'folioTransaction.TransactionReported': {
    title: 'Folio transaction reported',
    subjects: ofAccount,
    fields: folioTransaction,
  },
  'folioTransaction.TransactionCorrected': {
    title: 'Folio transaction corrected',
    subjects: ofAccount,
    fields: folioTransaction,
  },
  'performance.UnitValuesRecorded': {
    title: 'Unit values recorded',
    subjects: ofAccount,
    fields: ({ values }) => unitValues(values),
  },
};

/** One field for each day. */
function unitValues(values: unknown): EventData {
  return Object.fromEntries(
    (values as readonly { date: string; gross: string; net: string }[]).map(
      ({ date, gross, net }) => [date, { gross, net }],
    ),
  );
}

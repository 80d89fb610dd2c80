import type { FolioEvent } from '#libs/contexts/folios';
import type { UnitValuesRecorded } from '#libs/contexts/performance';
import type { TransactionEvent } from '#libs/contexts/transactions';
import { type Draft, draft } from '../domain/contract/index.js';
import type { Translations } from './source-events.js';

/** Settings of a folio beside its name, as the wire calls them. */
const SETTINGS = ['dividendReinvest', 'dividendPayToAccount', 'benchmark'] as const;

const transaction =
  (change: 'reported' | 'corrected') =>
  ({
    folioNumber,
    transactionId,
    transaction: { categoryName },
  }: TransactionEvent['data']): Draft =>
    draft(`brokerage.folio-transaction.${change}.v1`, {
      folioNumber,
      transactionId,
      category: categoryName,
    });

/** Folios, their transactions and unit values. */
export const folioTranslations: Translations<FolioEvent | TransactionEvent | UnitValuesRecorded> = {
  'folio.FolioCreated': ({ folioNumber }) => draft('brokerage.folio.created.v1', { folioNumber }),
  'folio.FolioUpdated': ({ folioNumber, folioName, owners, changes }) =>
    draft('brokerage.folio.updated.v1', {
      folioNumber,
      changed: [
        // owners stand with a name only, also with one that can't be read any more
        ...(folioName !== undefined || owners !== undefined ? ['folioName' as const] : []),
        ...SETTINGS.filter((name) => changes[name] !== undefined),
      ],
    }),
  'folio.FolioClosed': ({ folioNumber }) => draft('brokerage.folio.closed.v1', { folioNumber }),
  'folio.TargetWeightsSet': ({ folioNumber }) =>
    draft('brokerage.folio.target-weights-set.v1', { folioNumber }),
  'folio.PositionsSet': ({ folioNumber }) =>
    draft('brokerage.folio.positions-set.v1', { folioNumber }),
  'folio.SubscribedToRtg': ({ folioNumber, rtgOid }) =>
    draft('brokerage.folio.rtg-subscribed.v1', { folioNumber, rtgOid }),
  'folioTransaction.TransactionReported': transaction('reported'),
  'folioTransaction.TransactionCorrected': transaction('corrected'),
  'performance.UnitValuesRecorded': ({ folioNumber, values }) =>
    draft('brokerage.unit-values.recorded.v1', {
      folioNumber,
      from: values[0]?.date ?? '',
      to: values.at(-1)?.date ?? '',
    }),
};

import type { CorporateActionEvent } from '#libs/contexts/corporate-actions';
import type { TaxDataEvent, TaxLotEvent } from '#libs/contexts/tax-lots';
import { type Draft, draft } from '../domain/contract/index.js';
import type { Translations } from './source-events.js';

const lot =
  (change: 'reported' | 'corrected') =>
  ({
    originatingTransactionId,
    closingTransactionId,
    lot: { taxYear },
  }: TaxLotEvent['data']): Draft =>
    draft(`brokerage.tax-lot.${change}.v1`, {
      originatingTransactionId,
      closingTransactionId,
      taxYear,
    });

const taxData = (availability: 'available' | 'unavailable') => () =>
  draft('brokerage.tax-data.availability-changed.v1', { availability });

/** Corporate actions and tax lots. */
export const reportingTranslations: Translations<
  CorporateActionEvent | TaxLotEvent | TaxDataEvent
> = {
  'corporateAction.ActionAnnounced': ({ notifid, action }) =>
    draft('brokerage.corporate-action.announced.v1', {
      notificationId: notifid,
      actionType: action.type,
    }),
  'corporateAction.ActionChanged': ({ notifid, action }) =>
    draft('brokerage.corporate-action.changed.v1', {
      notificationId: notifid,
      actionType: action.type,
    }),
  'corporateAction.VotesReported': ({ notifid }) =>
    draft('brokerage.corporate-action.voted.v1', { notificationId: notifid, origin: 'reported' }),
  'corporateAction.VotesCast': ({ notifid }) =>
    draft('brokerage.corporate-action.voted.v1', { notificationId: notifid, origin: 'client' }),
  'taxLot.LotReported': lot('reported'),
  'taxLot.LotCorrected': lot('corrected'),
  'taxLot.TaxDataSuspended': taxData('unavailable'),
  'taxLot.TaxDataResumed': taxData('available'),
};

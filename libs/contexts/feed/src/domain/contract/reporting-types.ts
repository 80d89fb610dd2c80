import { published } from './definition.js';
import { text, word } from './fields.js';

const action = { notificationId: text('Id of the corporate action') };
const actionPath = (data: { readonly notificationId: string }): string =>
  `/corporateactions/${data.notificationId}`;
const actionType = word(['P', 'M', 'V'], 'Proxy, mandatory or voluntary');

const lot = {
  originatingTransactionId: text('Transaction the lot came from'),
  closingTransactionId: text('Transaction that closed it'),
  taxYear: text('Four digits'),
};
const lotPath = (data: {
  readonly originatingTransactionId: string;
  readonly closingTransactionId: string;
}): string => `/reportedtaxlots/${data.originatingTransactionId}/${data.closingTransactionId}`;

/** Published events of corporate actions and tax lots. */
export const reportingTypes = {
  'brokerage.corporate-action.announced.v1': published(
    'A corporate action was announced for the account.',
    { ...action, actionType },
    actionPath,
  ),
  'brokerage.corporate-action.changed.v1': published(
    'A corporate action changed.',
    { ...action, actionType },
    actionPath,
  ),
  'brokerage.corporate-action.voted.v1': published(
    'Votes on a corporate action were recorded.',
    { ...action, origin: word(['client', 'reported'], 'Cast here, or known to the back office') },
    actionPath,
  ),
  'brokerage.tax-lot.reported.v1': published('A closed tax lot was reported.', lot, lotPath),
  'brokerage.tax-lot.corrected.v1': published('A reported tax lot was corrected.', lot, lotPath),
};

import { accountDescriptors } from './account-descriptors.js';
import { type Descriptor, ofFirm } from './descriptor.js';
import { moneyDescriptors } from './money-descriptors.js';
import { peopleDescriptors } from './people-descriptors.js';

/** Events that are nobody's: of the service itself, or of everybody. Their streams are in daily roots and in exports of the whole log. */
const serviceDescriptors: Readonly<Record<string, Descriptor>> = {
  'reservation.Reserved': { title: 'Value reserved' },
  'reservation.Confirmed': { title: 'Reservation confirmed' },
  'reservation.Released': { title: 'Reservation released' },
  'idempotency.RequestBegun': { title: 'Idempotency key used' },
  'idempotency.NothingChanged': {
    title: 'Request with an idempotency key left things as they were',
  },
  'bankAccount.AttemptTaken': { title: 'Attempt to verify a bank account' },
  'bankAccount.AttemptsCleared': { title: 'Attempts to verify a bank account forgotten' },
  'microDeposits.SendingCounted': { title: 'Micro-deposits of the day counted' },
  'audit.DailyRootSigned': { title: 'Root of the day signed' },
  'audit.SigningKeyRotated': { title: 'Audit signing key replaced' },
  'audit.SensitiveDataShown': { title: 'Something sensitive shown' },
  'keys.MasterKeyReplacementBegun': { title: 'Replacement of the master key begun' },
  'keys.MasterKeyReplaced': { title: 'Master key replaced' },
  'operations.RebuildRequested': { title: 'Rebuild of a read model asked for' },
  'operations.SwitchRequested': { title: 'Switch of a read model asked for' },
  'operations.DropRequested': { title: 'Generation of a read model to be dropped' },
  'operations.EventSkipped': { title: 'Event left out of a read model' },
  'rtg.RtgDefined': { title: 'RTG model defined' },
  'rtg.RtgUpdated': { title: 'RTG model changed' },
  'rtg.NoticesAdvanced': { title: 'Members told of a changed RTG model' },
  'rtg.NoticesCompleted': { title: 'All members told of a changed RTG model' },
};

/** What is told to others repeats what happened: it is in no history of an account, and a firm's exports have its webhooks only. */
const publishingDescriptors: Readonly<Record<string, Descriptor>> = {
  'feed.EventPublished': { title: 'Event published' },
  'firmWebhooks.PlaceTaken': { title: 'Place for a webhook taken' },
  'webhook.WebhookCreated': { title: 'Webhook created', subjects: ofFirm },
  'webhook.WebhookChanged': { title: 'Webhook changed' },
  'webhook.WebhookEnabled': { title: 'Webhook enabled' },
  'webhook.WebhookDisabled': { title: 'Webhook disabled' },
  'webhook.WebhookSecretRotated': { title: 'Secret of the webhook replaced' },
  'webhook.WebhookReplayed': { title: 'Webhook replayed' },
  'webhook.WebhookDeleted': { title: 'Webhook deleted' },
  'webhook.DeliverySucceeded': { title: 'Event delivered' },
  'webhook.DeliveryFailed': { title: 'Event not delivered' },
  'webhook.EventsDelivered': { title: 'Events delivered' },
};

/** What the history says of each type of event, by type without version. */
export const descriptors: Readonly<Record<string, Descriptor>> = {
  ...accountDescriptors,
  ...moneyDescriptors,
  ...peopleDescriptors,
  ...publishingDescriptors,
  ...serviceDescriptors,
};

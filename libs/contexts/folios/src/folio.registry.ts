import { subjectOfPersons } from '#libs/platform/kernel';
import { defineEvents, type JsonObject } from '#libs/platform/event-store';
import type { FolioEvent, TargetWeight } from './domain/folio-book.events.js';

const personal = {
  subject: ({ owners }: { readonly owners?: readonly string[] }) =>
    owners && subjectOfPersons(owners),
  fields: ['folioName'],
} as const;

/** How the events of stream `folios-{accountNumber}` are stored: names of folios under the keys of the account's owners. */
export const folioEvents = defineEvents<FolioEvent>({
  // names stood in the clear before
  'folio.FolioCreated': { version: 2, personal, upcasts: { 1: (data) => data } },
  'folio.FolioUpdated': {
    version: 2,
    personal,
    upcasts: {
      1: (data) => {
        const { folioName, ...changes } = data['changes'] as JsonObject;
        return { ...data, ...(folioName !== undefined && { folioName }), changes };
      },
    },
  },
  'folio.FolioClosed': { version: 1 },
  'folio.TargetWeightsSet': {
    version: 2,
    upcasts: {
      1: ({ targetWeights, ...data }) => ({
        ...data,
        weights: (targetWeights as unknown as readonly TargetWeight[]).map((item) => [
          item.ticker,
          item.targetWeight,
        ]),
      }),
    },
  },
  'folio.PositionsSet': { version: 1 },
  'folio.SubscribedToRtg': { version: 1 },
});

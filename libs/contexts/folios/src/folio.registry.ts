import { subjectOfPersons } from '#libs/platform/kernel';
import {
  contentOf,
  defineEvents,
  type EventData,
  type JsonObject,
  ofAccount,
  textOf,
} from '#libs/platform/event-store';
import type { FolioEvent, TargetWeight } from './domain/folio-book.events.js';

const personal = {
  subject: ({ owners }: { readonly owners?: readonly string[] }) =>
    owners && subjectOfPersons(owners),
  fields: ['folioName'],
} as const;

const folio = (data: EventData): string => textOf(data, 'folioNumber');

/** How the events of stream `folios-{accountNumber}` are stored: names of folios under the keys of the account's owners. */
export const folioEvents = defineEvents<FolioEvent>({
  // names stood in the clear before
  'folio.FolioCreated': {
    history: {
      title: 'Folio created',
      subjects: ofAccount,
      thing: folio,
      begins: true,
      fields: (data) => ({ folioStatus: 'O', ...contentOf(data) }),
    },
    version: 2,
    personal,
    upcasts: { 1: (data) => data },
  },
  'folio.FolioUpdated': {
    history: {
      title: 'Folio settings changed',
      subjects: ofAccount,
      thing: folio,
      fields: ({ folioName, changes }) => ({ folioName, ...contentOf(changes as EventData) }),
    },
    version: 2,
    personal,
    upcasts: {
      1: (data) => {
        const { folioName, ...changes } = data['changes'] as JsonObject;
        return { ...data, ...(folioName !== undefined && { folioName }), changes };
      },
    },
  },
  'folio.FolioClosed': {
    history: {
      title: 'Folio closed',
      subjects: ofAccount,
      thing: folio,
      fields: () => ({ folioStatus: 'C' }),
    },
  },
  'folio.TargetWeightsSet': {
    history: {
      title: 'Target weights set',
      subjects: ofAccount,
      thing: folio,
      fields: ({ weights }) => ({
        targetWeights: (weights as string[][]).map(([ticker, targetWeight]) => ({
          ticker,
          targetWeight,
        })),
      }),
    },
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
  'folio.PositionsSet': {
    history: { title: 'Positions reported', subjects: ofAccount, thing: folio },
  },
  'folio.SubscribedToRtg': {
    history: {
      title: 'Subscribed to an RTG model',
      subjects: ofAccount,
      thing: folio,
      fields: ({ rtgOid }) => ({ rtgOid }),
    },
  },
});

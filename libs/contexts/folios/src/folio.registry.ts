import { Published, subjectOfPersons } from '#libs/platform/kernel';
import {
  contentOf,
  defineEvents,
  type EventData,
  type JsonObject,
  ofAccount,
  textOf,
} from '#libs/platform/event-store';
import type { FolioEvent, TargetWeight } from './domain/folio-book.events.js';
import { memoryUseOf } from './domain/folio-book.state.js';

const personal = {
  subject: ({ owners }: { readonly owners?: readonly string[] }) =>
    owners && subjectOfPersons(owners),
  fields: ['folioName'],
} as const;

const ofFolio = {
  subjects: ofAccount,
  thing: (data: EventData): string => textOf(data, 'folioNumber'),
} as const;

const folioFields = { folioNumber: Published.text('Full number of the folio') };
const path = '/folios/{folioNumber}';

/** Published form of an event that only names its folio. */
const published = (
  name: `brokerage.folio.${string}.v1`,
  summary: string,
  resource: `/folios/{folioNumber}${'' | '/targetweights' | '/positions'}` = path,
) => Published.event(name, summary, folioFields, resource);

const SETTINGS = ['dividendReinvest', 'dividendPayToAccount', 'benchmark'] as const;

/** Event definitions of stream `folios-{accountNumber}`. Folio names are sealed under the keys of the account's owners. */
export const folioEvents = defineEvents<FolioEvent>({
  // version 1 of the events below stored names unencrypted
  'folio.FolioCreated': {
    history: {
      title: 'Folio created',
      ...ofFolio,
      begins: true,
      fields: (data) => ({ folioStatus: 'O', ...contentOf(data) }),
    },
    publishes: published('brokerage.folio.created.v1', 'The account has a folio more.'),
    version: 2,
    personal,
    upcasts: { 1: (data) => data },
  },
  'folio.FolioUpdated': {
    history: {
      title: 'Folio settings changed',
      ...ofFolio,
      fields: ({ folioName, changes }) => ({ folioName, ...contentOf(changes as EventData) }),
    },
    publishes: Published.event(
      'brokerage.folio.updated.v1',
      'Settings of a folio changed.',
      {
        ...folioFields,
        changed: Published.words(['folioName', ...SETTINGS], 'Names of the fields that changed'),
      },
      path,
    ).with(({ folioName, owners, changes }) => ({
      changed: [
        // owners come only with a name, even if it was erased
        ...(folioName !== undefined || owners !== undefined ? ['folioName' as const] : []),
        ...SETTINGS.filter((name) => changes[name] !== undefined),
      ],
    })),
    version: 2,
    personal,
    upcasts: {
      1: (data) => {
        const { folioName, ...changes } = data['changes'] as JsonObject;
        return { ...data, ...(folioName !== undefined && { folioName }), changes };
      },
    },
  },
  'folio.ClosingBegun': {
    history: { title: 'Closing of the folio begun', ...ofFolio, fields: () => ({}) },
    publishes: 'nothing',
    personal,
  },
  'folio.ClosingTakenBack': {
    history: {
      title: 'Closing of the folio taken back',
      ...ofFolio,
      fields: () => ({}),
      reason: () => ({ outcome: 'refused' }),
    },
    publishes: 'nothing',
  },
  'folio.FolioClosed': {
    history: { title: 'Folio closed', ...ofFolio, fields: () => ({ folioStatus: 'C' }) },
    publishes: published('brokerage.folio.closed.v1', 'A folio was closed, for good.'),
  },
  'folio.TargetWeightsSet': {
    history: {
      title: 'Target weights set',
      ...ofFolio,
      fields: ({ weights }) => ({
        targetWeights: (weights as [string, string][]).map(memoryUseOf),
      }),
    },
    publishes: published(
      'brokerage.folio.target-weights-set.v1',
      'The target weights of a folio changed.',
      `${path}/targetweights`,
    ),
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
    history: { title: 'Positions reported', ...ofFolio },
    publishes: published(
      'brokerage.folio.positions-set.v1',
      'The back office reported the holdings of a folio.',
      `${path}/positions`,
    ),
  },
  'folio.SubscribedToRtg': {
    history: {
      title: 'Subscribed to an RTG model',
      ...ofFolio,
      fields: ({ rtgOid }) => ({ rtgOid }),
    },
    publishes: Published.event(
      'brokerage.folio.rtg-subscribed.v1',
      'A folio subscribed to another ready-to-go model.',
      { ...folioFields, rtgOid: Published.text('Id of the model') },
      path,
    ),
  },
});

import { defineEvents, type EventData, type JsonObject } from '#libs/platform/event-store';
import { type DomainEvent, Published, subjectOfPersons } from '#libs/platform/kernel';
import { contentOf, ofAccount, type TargetWeight, textOf } from '#libs/contexts/codes';
import { targetWeightOf } from './folio-book.js';

/** Holding of one security in a folio. */
export interface Position {
  readonly ticker: string;
  /** Shares: a canonical decimal string above 0. */
  readonly shareQuantity: string;
}

/** Settings the owner may change. */
export interface FolioSettings extends PlainSettings {
  readonly folioName: string;
}

/** Settings without personal data. */
export interface PlainSettings {
  /** Reinvests dividends of 1 dollar or more in the security that pays them. */
  readonly dividendReinvest: boolean;
  readonly dividendPayToAccount: boolean;
  /** Ticker to compare the folio with. */
  readonly benchmark: string | null;
}

/** Every event names its folio by the full number (account number and two digits). */
export interface FolioIds {
  readonly accountNumber: string;
  readonly folioNumber: string;
}

/** A name is free text and may contain personal data. It is absent once the key of any owner is destroyed. */
interface Named {
  readonly folioName?: string;
  /** Owners of the account; absent without a name. */
  readonly owners?: readonly string[];
}

/** An open folio was created with the account's next number ([folio.created]). */
export type FolioCreated = DomainEvent<
  'folio.FolioCreated',
  FolioIds &
    Named &
    PlainSettings & {
      /** Firm of the account; scopes reads. */
      readonly firmId: string;
      readonly folioOid: string;
      /** RTG folio to associate, if any. */
      readonly prepackagedFolioId: string | null;
    }
>;

/** Settings changed; holds only new values. */
type FolioUpdated = DomainEvent<
  'folio.FolioUpdated',
  FolioIds & Named & { readonly changes: Partial<PlainSettings> }
>;

/** A folio is being closed: its open orders are looked up once more. Nothing has changed yet. */
export type ClosingBegun = DomainEvent<
  'folio.ClosingBegun',
  FolioIds &
    Named & {
      /** What the same request changes, like the name. Recorded with the closing. */
      readonly changes: Partial<PlainSettings>;
    }
>;

/** Something came beside the closing, and the folio stays open. */
type ClosingTakenBack = DomainEvent<
  'folio.ClosingTakenBack',
  FolioIds & {
    /** What stood in the way, one sentence each. */
    readonly obstacles: readonly string[];
  }
>;

/** A folio without positions and open orders was permanently closed. */
export type FolioClosed = DomainEvent<'folio.FolioClosed', FolioIds>;

/** Target weights were replaced; the new ones total exactly 100 percent. */
type TargetWeightsSet = DomainEvent<
  'folio.TargetWeightsSet',
  FolioIds & {
    /** In the order sent. Pairs, since a body may have more items than would fit into an event as objects. */
    readonly weights: readonly (readonly [ticker: string, targetWeight: string])[];
  }
>;

/** The back office reported new holdings, sorted by ticker. */
export type PositionsSet = DomainEvent<
  'folio.PositionsSet',
  FolioIds & { readonly positions: readonly Position[] }
>;

/** The folio subscribed to another RTG folio model; its target weights stay ([rtg.subscribe]). */
export type SubscribedToRtg = DomainEvent<
  'folio.SubscribedToRtg',
  FolioIds & {
    readonly rtgOid: string;
    /** The previous model, if any. */
    readonly previousRtgOid: string | null;
  }
>;

/** All events of stream `folios-{accountNumber}`. */
export type FolioEvent =
  | FolioCreated
  | FolioUpdated
  | ClosingBegun
  | ClosingTakenBack
  | FolioClosed
  | TargetWeightsSet
  | PositionsSet
  | SubscribedToRtg;

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
        targetWeights: (weights as [string, string][]).map(targetWeightOf),
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

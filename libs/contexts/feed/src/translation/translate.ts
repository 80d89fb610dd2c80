import type { Recorded } from '#libs/platform/kernel';
import type { Draft } from '../domain/contract/index.js';
import { accountTranslations } from './account-translations.js';
import { folioTranslations } from './folio-translations.js';
import { moneyTranslations } from './money-translations.js';
import { reportingTranslations } from './reporting-translations.js';
import type { SourceEvent, Translations } from './source-events.js';
import { tradeTranslations } from './trade-translations.js';

/** The one table from events of the log to published ones. The compiler misses no event of the contexts it covers. */
const translations: Translations<SourceEvent> = {
  ...accountTranslations,
  ...moneyTranslations,
  ...folioTranslations,
  ...tradeTranslations,
  ...reportingTranslations,
};

/** Types of events of the log that are published, without version. */
export const SOURCE_TYPES = Object.keys(translations) as readonly SourceEvent['type'][];

/** What an event of the log means to readers of the feed; undefined for one that is not published. */
export function translate({ type, data }: Pick<Recorded, 'type' | 'data'>): Draft | undefined {
  if (!Object.hasOwn(translations, type)) return undefined;
  return translations[type as SourceEvent['type']](data as never);
}

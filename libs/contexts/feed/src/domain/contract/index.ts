import { accountTypes } from './account-types.js';
import type { DataOf } from './fields.js';
import { folioTypes } from './folio-types.js';
import { moneyTypes } from './money-types.js';
import { reportingTypes } from './reporting-types.js';

/**
 * Every type of event that is published: a contract of its own, apart from the events of the log. A type only ever gets more
 * fields; what else changes is a new type with the next version number at its end.
 */
export const publishedTypes = {
  ...accountTypes,
  ...moneyTypes,
  ...folioTypes,
  ...reportingTypes,
};

/** Name of a published type, `brokerage.<what>.<past tense>.v<n>`. */
export type PublishedType = keyof typeof publishedTypes;

/** Data of a published type. */
export type PublishedData<Type extends PublishedType> = DataOf<
  (typeof publishedTypes)[Type]['fields']
>;

/** What one event of the log means to readers of the feed. */
export type Draft = {
  [Type in PublishedType]: { readonly type: Type; readonly data: PublishedData<Type> };
}[PublishedType];

/** A draft, its data checked against the contract of its type. */
export function draft<Type extends PublishedType>(type: Type, data: PublishedData<Type>): Draft {
  return { type, data } as unknown as Draft;
}

/** Names of all published types, in order. */
export const PUBLISHED_TYPES = Object.keys(publishedTypes).sort() as readonly PublishedType[];

/** Whether a text names a published type. */
export function isPublishedType(name: string): name is PublishedType {
  return Object.hasOwn(publishedTypes, name);
}

export { ACCOUNT_FIELDS } from './account-types.js';
export type { PublishedDefinition } from './definition.js';

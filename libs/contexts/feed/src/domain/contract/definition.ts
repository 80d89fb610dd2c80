import type { DataOf, PublishedFields } from './fields.js';

/** One published type of event. */
export interface PublishedDefinition<Fields extends PublishedFields = PublishedFields> {
  /** What has happened, in one sentence. */
  readonly summary: string;
  readonly fields: Fields;
  /** Path below the account of what has changed: where a reader finds the rest. Empty: the account itself. */
  readonly resource: (data: DataOf<Fields>) => string;
}

/** States one published type of event. */
export function published<Fields extends PublishedFields>(
  summary: string,
  fields: Fields,
  resource: (data: DataOf<Fields>) => string = () => '',
): PublishedDefinition<Fields> {
  return { summary, fields, resource };
}

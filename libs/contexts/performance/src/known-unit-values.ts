import { Injectable } from '@nestjs/common';
import type { DayRange, ReadPoint } from '#libs/platform/kernel';
import { type FindOptions, type Page, ReadModels } from '#libs/platform/read-models';
import {
  type UnitValuesDocument,
  unitValuesDocuments,
  YEARS_OF_FOLIO,
} from './read-models/unit-values.document.js';
import type { UnitValue } from './domain/unit-values.events.js';
import { unitValueYear } from './domain/unit-values.js';

/** More years than the longest range touches. */
const MAX_DOCUMENTS = 25;

/** The unit values that are known of a folio. */
@Injectable()
export class KnownUnitValues {
  constructor(private readonly readModels: ReadModels) {}

  /** Those of the years of a range, and of the last year before it that has any, in order of date. */
  async around(
    folioNumber: string,
    { first, last }: DayRange,
    point: ReadPoint | undefined,
  ): Promise<readonly UnitValue[]> {
    const [from, to] = [unitValueYear(first), unitValueYear(last)];
    const [before, during] = await Promise.all([
      this.#years(
        folioNumber,
        { range: { to: from, toExclusive: true }, order: 'descending', limit: 1 },
        point,
      ),
      this.#years(folioNumber, { range: { from, to }, limit: MAX_DOCUMENTS }, point),
    ]);
    return [...before.items, ...during.items].flatMap(({ values }) => values);
  }

  #years(
    folioNumber: string,
    selection: Omit<FindOptions, 'index' | 'equals'>,
    point: ReadPoint | undefined,
  ): Promise<Page<UnitValuesDocument>> {
    const options = { index: YEARS_OF_FOLIO, equals: [folioNumber], ...selection };
    return this.readModels.of(unitValuesDocuments).find(options, point);
  }
}

import { AggregateStore } from '#libs/platform/event-store';
import type { ReadPoint } from '#libs/platform/kernel';
import type { DayRange } from '#libs/contexts/codes';
import type { Projection, ReadModels } from '#libs/platform/read-models';
import type { UnitValue, UnitValuesRecorded } from './unit-values.events.js';
import { unitValues, unitValueYear } from './unit-values.js';

/** The unit values of one folio in one year. */
type UnitValuesDocument = Readonly<{
  folioNumber: string;
  /** `yyyy`. */
  year: string;
  /** In order of date. */
  values: readonly UnitValue[];
}>;

/** More years than the longest range spans. */
const MAX_DOCUMENTS = 25;

const YEARS_OF_FOLIO = 'folio';

/** Read model `performance.unitValues`, one document per folio and year, so that none grows without bound. */
export const unitValuesDocuments: Projection<UnitValuesDocument, UnitValuesRecorded> = {
  name: 'performance.unitValues',
  version: 1,
  indexes: [{ name: YEARS_OF_FOLIO, fields: ['folioNumber', 'year'] }],
  events: ['performance.UnitValuesRecorded'],
  documents: ({ data: { folioNumber, values } }) => [
    ...new Set(values.map(({ date }) => `${folioNumber}/${unitValueYear(date)}`)),
  ],
  history: {
    streams: (id) => [{ stream: AggregateStore.stream(unitValues, id.slice(0, -5)) }],
    fixed: { [YEARS_OF_FOLIO]: 2 },
  },
  fold(document, { data }, id) {
    const { folioNumber } = data;
    const year = id.slice(-4);
    const byDate = new Map((document?.values ?? []).map((value) => [value.date, value]));
    for (const value of data.values) {
      if (unitValueYear(value.date) === year) byDate.set(value.date, value);
    }
    const values = [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
    return { folioNumber, year, values };
  },
};

/** The known unit values of all years of a range and of the last year before it with any, ordered by date. */
export async function unitValuesAround(
  readModels: ReadModels,
  folioNumber: string,
  { first, last }: DayRange,
  point: ReadPoint | undefined,
): Promise<readonly UnitValue[]> {
  const years = readModels.of(unitValuesDocuments);
  const ofFolio = { index: YEARS_OF_FOLIO, equals: [folioNumber] };
  const [from, to] = [unitValueYear(first), unitValueYear(last)];
  const earlier = {
    range: { to: from, toExclusive: true },
    order: 'descending',
    limit: 1,
  } as const;
  const [before, during] = await Promise.all([
    years.find({ ...ofFolio, ...earlier }, point),
    years.find({ ...ofFolio, range: { from, to }, limit: MAX_DOCUMENTS }, point),
  ]);
  return [...before.items, ...during.items].flatMap(({ values }) => values);
}

import {
  Code,
  DecimalString,
  Identifier,
  IsoDate,
  ListOf,
  PeriodBound,
  Text,
  unique,
} from '#libs/platform/http';
import type { LocalDate } from '#libs/platform/kernel';
import type { UnitValue } from './unit-values.events.js';
import { MAX_VALUES, UNIT_VALUE_DECIMALS } from './unit-values.js';

const value = { decimals: UNIT_VALUE_DECIMALS, min: '0', moreThanMin: true, example: '10.25' };

const known = { required: true, nullable: true };

const answered = { required: true, max: MAX_VALUES, description: 'One per day with a value' };

class UnitValueDto implements UnitValue {
  @IsoDate({ required: true, past: true, description: 'Day', example: '2026-03-02' })
  date!: LocalDate;

  @DecimalString({ ...value, required: true, description: 'Before fees' })
  gross!: string;

  @DecimalString({ ...value, required: true, description: 'After fees' })
  net!: string;
}

/** Body of the back office's `PUT …/performance/unitvalues` ([back-office.unitvalues]). */
export class RecordUnitValuesDto {
  @Code(['FOLIO'], { description: 'As in the raw data; optional' })
  identifierType?: string;

  @Identifier({
    description: 'Folio number, same as in the path; optional',
    example: 'RA1B2C3D4E03',
  })
  identifierValue?: string;

  @ListOf(() => UnitValueDto, {
    required: true,
    max: MAX_VALUES,
    check: unique('date'),
    description: 'Merged by date',
  })
  values!: readonly UnitValueDto[];
}

/** Query of unit values, summary and raw data. */
export class PerformanceQuery {
  @Text({
    min: 0,
    description: 'Two dates yyyy-MM-dd joined by a comma, at most 20 years; required without from',
    example: '2026-01-01,2026-03-31',
  })
  daterange?: string;

  @PeriodBound('from', { description: 'Only values of the day of this time and later ones' })
  from?: string;

  @PeriodBound('to', { description: 'Only values of days before this time; default today' })
  to?: string;

  @Text({ min: 0, description: 'netfee; anything else is grossfee', example: 'netfee' })
  returntype?: string;
}

class PerformanceIdentifier {
  @Code(['ACCOUNT', 'FOLIO'], { example: 'FOLIO', description: 'What the values belong to' })
  identifierType!: string;

  @Identifier({ description: 'Folio number', example: 'RA1B2C3D4E03' })
  identifierValue!: string;
}

class DailyUnitValueResponse {
  @IsoDate({ description: 'Day', example: '2026-03-02' })
  date!: string;

  @DecimalString({ ...value, description: 'Unit value' })
  value!: string;
}

/** The unit values of a folio ([performance.fields]). */
export class UnitValuesResponse extends PerformanceIdentifier {
  @ListOf(() => DailyUnitValueResponse, answered)
  values!: readonly DailyUnitValueResponse[];
}

/** The values as recorded by the back office. */
export class RawUnitValuesResponse extends PerformanceIdentifier {
  @ListOf(() => UnitValueDto, answered)
  values!: readonly UnitValueDto[];
}

/** Return over a range. */
export class PerformanceSummaryResponse extends PerformanceIdentifier {
  @Code(['grossfee', 'netfee'], { description: 'Before or after fees' })
  returnType!: string;

  @IsoDate({ ...known, description: 'First day with a value' })
  firstDate!: string | null;

  @DecimalString({ ...value, ...known, description: 'Value on that day' })
  firstValue!: string | null;

  @IsoDate({ ...known, description: 'Last day with a value' })
  lastDate!: string | null;

  @DecimalString({ ...value, ...known, description: 'Value on that day' })
  lastValue!: string | null;

  @DecimalString({ ...known, decimals: 4, description: 'Percent', example: '2.5' })
  returnPercent!: string | null;
}

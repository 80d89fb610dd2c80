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
  @IsoDate('Day', { required: true, past: true, example: '2026-03-02' })
  date!: LocalDate;

  @DecimalString('Before fees', { ...value, required: true })
  gross!: string;

  @DecimalString('After fees', { ...value, required: true })
  net!: string;
}

/** Body of the back office's `PUT …/performance/unitvalues` ([back-office.unitvalues]). */
export class RecordUnitValuesDto {
  @Code(['FOLIO'], 'As in the raw data; optional')
  identifierType?: string;

  @Identifier('Folio number, same as in the path; optional', { example: 'RA1B2C3D4E03' })
  identifierValue?: string;

  @ListOf(() => UnitValueDto, 'Merged by date', {
    required: true,
    max: MAX_VALUES,
    check: unique('date'),
  })
  values!: readonly UnitValueDto[];
}

/** Query of unit values, summary and raw data. */
export class PerformanceQuery {
  @Text('Two dates yyyy-MM-dd joined by a comma, at most 20 years; required without from', {
    min: 0,
    example: '2026-01-01,2026-03-31',
  })
  daterange?: string;

  @PeriodBound('from', 'Only values of the day of this time and later ones')
  from?: string;

  @PeriodBound('to', 'Only values of days before this time; default today')
  to?: string;

  @Text('netfee; anything else is grossfee', { min: 0, example: 'netfee' })
  returntype?: string;
}

class PerformanceIdentifier {
  @Code(['ACCOUNT', 'FOLIO'], 'What the values belong to', { example: 'FOLIO' })
  identifierType!: string;

  @Identifier('Folio number', { example: 'RA1B2C3D4E03' })
  identifierValue!: string;
}

class DailyUnitValueResponse {
  @IsoDate('Day', { example: '2026-03-02' })
  date!: string;

  @DecimalString('Unit value', value)
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
  @Code(['grossfee', 'netfee'], 'Before or after fees')
  returnType!: string;

  @IsoDate('First day with a value', known)
  firstDate!: string | null;

  @DecimalString('Value on that day', { ...value, ...known })
  firstValue!: string | null;

  @IsoDate('Last day with a value', known)
  lastDate!: string | null;

  @DecimalString('Value on that day', { ...value, ...known })
  lastValue!: string | null;

  @DecimalString('Percent', { ...known, decimals: 4, example: '2.5' })
  returnPercent!: string | null;
}

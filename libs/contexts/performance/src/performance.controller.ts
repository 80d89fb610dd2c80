import { Controller, Get, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { OnAccount } from '#libs/contexts/accounts';
import { type FolioDocument, OnFolio, requireFolio, TheFolio } from '#libs/contexts/folios';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Context,
  Describes,
  Fields,
  FieldsOf,
  ProblemsException,
  type RequestContext,
  resourcePath,
  Response,
  type RowRequest,
} from '#libs/platform/http';
import {
  businessDate,
  FieldCode,
  fieldProblem,
  problemsOf,
  type Timestamp,
} from '#libs/platform/kernel';
import { type DayRange } from '#libs/contexts/codes';
import { ReadModels } from '#libs/platform/read-models';
import { BackOfficeRow, DirectCommand } from '#libs/platform/service';
import {
  PerformanceQuery,
  PerformanceSummaryResponse,
  RawUnitValuesResponse,
  RecordUnitValuesDto,
  UnitValuesResponse,
} from './performance.dto.js';
import {
  type DailyValue,
  dailyValues,
  readPerformanceRange,
  type ReturnType,
  summaryOf,
} from './performance.js';
import { unitValuesAround } from './unit-values.document.js';
import { unitValues } from './unit-values.js';

interface Selection {
  readonly range: DayRange;
  readonly returnType: ReturnType;
}

/** The performance of a folio ([performance.get]). */
@Controller('restapi/accounts/:accountnumber/folios/:folionumber/performance')
export class PerformanceController {
  constructor(private readonly readModels: ReadModels) {}

  /** [performance.values]: one value per day. */
  @Get('unitvalues')
  @OnAccount('summary')
  @OnFolio()
  @Describes('Get the performance unit values of a folio', {
    shape: UnitValuesResponse,
    headers: { Link: 'Performance summary and raw data, for the same range' },
  })
  async unitValues(
    @TheFolio() folio: FolioDocument,
    @Context() context: RequestContext,
    @Query(FieldsOf(PerformanceQuery)) query: Fields<PerformanceQuery>,
  ) {
    const selection = selectionOf(query, context.now);
    const values = await this.#daily(folio, selection, context);
    const headers = { link: linksOf(folio, selection, context) };
    return Response.ok({ ...identifierOf(folio), values }, { headers });
  }

  @Get('summary')
  @OnAccount('summary')
  @OnFolio()
  @Describes('Get the return of a folio over a range', { shape: PerformanceSummaryResponse })
  async summary(
    @TheFolio() folio: FolioDocument,
    @Context() context: RequestContext,
    @Query(FieldsOf(PerformanceQuery)) query: Fields<PerformanceQuery>,
  ) {
    const selection = selectionOf(query, context.now);
    const values = await this.#daily(folio, selection, context);
    const { returnType } = selection;
    return Response.ok({ ...identifierOf(folio), returnType, ...summaryOf(values) });
  }

  /** Gross and net values of the days with a recorded value. */
  @Get('rawdata')
  @OnAccount('summary')
  @OnFolio()
  @Describes('Get the recorded unit values of a folio', { shape: RawUnitValuesResponse })
  async rawData(
    @TheFolio() folio: FolioDocument,
    @Context() { consistency, now }: RequestContext,
    @Query(FieldsOf(PerformanceQuery)) query: Fields<PerformanceQuery>,
  ) {
    const { range } = selectionOf(query, now);
    const known = await unitValuesAround(this.readModels, folio.folioNumber, range, consistency);
    const values = known.filter(({ date }) => date >= range.first && date <= range.last);
    return Response.ok({ ...identifierOf(folio), values });
  }

  async #daily(
    { folioNumber }: FolioDocument,
    { range, returnType }: Selection,
    { consistency, now }: RequestContext,
  ): Promise<DailyValue[]> {
    const known = await unitValuesAround(this.readModels, folioNumber, range, consistency);
    return dailyValues(known, range, returnType, businessDate(now));
  }
}

const MISSING = fieldProblem(
  'daterange',
  FieldCode.Required,
  'It is required, unless from is sent.',
);

function selectionOf({ value, problems }: Fields<PerformanceQuery>, now: Timestamp): Selection {
  const range = readPerformanceRange(value, now);
  if (range && !('type' in range) && problems.length === 0) {
    return { range, returnType: value.returntype === 'netfee' ? 'netfee' : 'grossfee' };
  }
  const isUnreadable = problems.some(({ field }) => field === 'from' || field === 'daterange');
  const refused = range ? 'type' in range && range : !isUnreadable && MISSING;
  throw new ProblemsException(400, [...problems, ...problemsOf(refused)]);
}

function identifierOf({ folioNumber }: FolioDocument): Omit<RawUnitValuesResponse, 'values'> {
  return { identifierType: 'FOLIO', identifierValue: folioNumber };
}

/** `Link` header to the sibling resources, for the same range. */
function linksOf(
  { accountNumber, folioNumber }: FolioDocument,
  { range, returnType }: Selection,
  { asOf }: RequestContext,
): string {
  const base = resourcePath`/restapi/accounts/${accountNumber}/folios/${folioNumber}/performance`;
  const moment = asOf === undefined ? '' : `&asOf=${encodeURIComponent(asOf)}`;
  const query = `?from=${range.first}&to=${range.last}&returntype=${returnType}${moment}`;
  return ['summary', 'rawdata'].map((rel) => `<${base}/${rel}${query}>; rel="${rel}"`).join(', ');
}

/** The back office's feed of unit values ([back-office.unitvalues]). */
@Controller()
export class BackofficeUnitValuesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
  ) {}

  @BackOfficeRow('accounts/:accountnumber/folios/:folionumber/performance/unitvalues', {
    summary: 'Record unit values of a folio',
    body: RecordUnitValuesDto,
    partition: ({ folionumber }) => `unit values ${folionumber}`,
  })
  async put({
    params,
    body,
    context,
  }: RowRequest<RecordUnitValuesDto, 'accountnumber' | 'folionumber'>) {
    const { accountnumber: accountNumber, folionumber: folioNumber } = params;
    await requireFolio(this.aggregates, accountNumber, folioNumber);
    const { values, identifierValue } = body.with();
    const ids = { accountNumber, folioNumber };
    const command = { type: 'RecordUnitValues', ...ids, values, identifierValue } as const;
    const direct = new DirectCommand(unitValues, folioNumber, command, context);
    const outcome = await this.commands.execute(direct);
    // A folio without values has no event, and so no entity tag.
    return Response.updated(outcome.revision < 0 ? undefined : outcome);
  }
}

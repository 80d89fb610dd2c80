import { Controller, Get } from '@nestjs/common';
import { OnAccount } from '#libs/contexts/accounts';
import { type FolioDocument, ShowsFolio, TheFolio } from '#libs/contexts/folios';
import {
  Answer,
  type Body,
  Context,
  Describes,
  LenientQuery,
  ProblemsException,
  type RequestContext,
  resourcePath,
} from '#libs/platform/http';
import { businessDate, type DayRange } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import {
  type DailyValue,
  dailyValues,
  readPerformanceRange,
  readReturnType,
  type ReturnType,
  summaryOf,
} from '../domain/performance.js';
import { unitValuesAround } from '../read-models/unit-values.document.js';
import {
  PerformanceQuery,
  PerformanceSummaryAnswer,
  RawUnitValuesAnswer,
  UnitValuesAnswer,
} from './performance.dto.js';

interface Asked {
  readonly range: DayRange;
  readonly returnType: ReturnType;
}

/** How a folio did ([performance.get]). */
@Controller('restapi/accounts/:accountnumber/folios/:folionumber/performance')
export class PerformanceController {
  constructor(private readonly readModels: ReadModels) {}

  /** [performance.values]: one value per day. */
  @Get('unitvalues')
  @OnAccount('summary')
  @ShowsFolio()
  @Describes('Get the performance unit values of a folio', {
    shape: UnitValuesAnswer,
    headers: { Link: 'Performance summary and raw data, for the same range' },
  })
  async unitValues(
    @TheFolio() folio: FolioDocument,
    @Context() context: RequestContext,
    @LenientQuery(PerformanceQuery) query: Body<PerformanceQuery>,
  ): Promise<Answer<UnitValuesAnswer>> {
    const asked = askedBy(query);
    const values = await this.#daily(folio, asked, context);
    const headers = { link: linksOf(folio, asked, context) };
    return Answer.ok({ ...identifierOf(folio), values }, { headers });
  }

  @Get('summary')
  @OnAccount('summary')
  @ShowsFolio()
  @Describes('Get the return of a folio over a range', { shape: PerformanceSummaryAnswer })
  async summary(
    @TheFolio() folio: FolioDocument,
    @Context() context: RequestContext,
    @LenientQuery(PerformanceQuery) query: Body<PerformanceQuery>,
  ): Promise<Answer<PerformanceSummaryAnswer>> {
    const asked = askedBy(query);
    const values = await this.#daily(folio, asked, context);
    const { returnType } = asked;
    return Answer.ok({ ...identifierOf(folio), returnType, ...summaryOf(values) });
  }

  /** Gross and net of the days that have a value of their own. */
  @Get('rawdata')
  @OnAccount('summary')
  @ShowsFolio()
  @Describes('Get the recorded unit values of a folio', { shape: RawUnitValuesAnswer })
  async rawData(
    @TheFolio() folio: FolioDocument,
    @Context() { consistency }: RequestContext,
    @LenientQuery(PerformanceQuery) query: Body<PerformanceQuery>,
  ): Promise<Answer<RawUnitValuesAnswer>> {
    const { range } = askedBy(query);
    const known = await unitValuesAround(this.readModels, folio.folioNumber, range, consistency);
    const values = known.filter(({ date }) => date >= range.first && date <= range.last);
    return Answer.ok({ ...identifierOf(folio), values });
  }

  async #daily(
    { folioNumber }: FolioDocument,
    { range, returnType }: Asked,
    { consistency, now }: RequestContext,
  ): Promise<DailyValue[]> {
    const known = await unitValuesAround(this.readModels, folioNumber, range, consistency);
    return dailyValues(known, range, returnType, businessDate(now));
  }
}

function askedBy({ value, problems }: Body<PerformanceQuery>): Asked {
  const { daterange, returntype } = value;
  const range = daterange === undefined ? undefined : readPerformanceRange(daterange);
  if (range && !('type' in range) && problems.length === 0) {
    return { range, returnType: readReturnType(returntype) };
  }
  throw new ProblemsException(400, range && 'type' in range ? [...problems, range] : problems);
}

function identifierOf({ folioNumber }: FolioDocument): Omit<RawUnitValuesAnswer, 'values'> {
  return { identifierType: 'FOLIO', identifierValue: folioNumber };
}

/** Header `Link` to the siblings, for the same range. */
function linksOf(
  { accountNumber, folioNumber }: FolioDocument,
  { range, returnType }: Asked,
  { asOf }: RequestContext,
): string {
  const base = resourcePath`/restapi/accounts/${accountNumber}/folios/${folioNumber}/performance`;
  const then = asOf === undefined ? '' : `&asOf=${encodeURIComponent(asOf)}`;
  const query = `?daterange=${range.first},${range.last}&returntype=${returnType}${then}`;
  return ['summary', 'rawdata'].map((rel) => `<${base}/${rel}${query}>; rel="${rel}"`).join(', ');
}

import { Controller, Get, Param } from '@nestjs/common';
import { type AccountView, OnAccount, Shown, TheAccount } from '#libs/contexts/accounts';
import { type FolioDocument, folioOf, ShowsFolio } from '#libs/contexts/folios';
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
import {
  type DailyValue,
  dailyValues,
  readPerformanceRange,
  readReturnType,
  type ReturnType,
  summaryOf,
} from '../domain/performance.js';
import {
  PerformanceQuery,
  PerformanceSummaryAnswer,
  RawUnitValuesAnswer,
  UnitValuesAnswer,
} from './performance.dto.js';
import { KnownUnitValues } from '../known-unit-values.js';

/** How a folio did ([performance.get]). */
@Controller('restapi/accounts/:accountnumber/folios/:folionumber/performance')
export class PerformanceController {
  constructor(private readonly known: KnownUnitValues) {}

  /** [performance.values]: one value per day. */
  @Get('unitvalues')
  @OnAccount('summary')
  @ShowsFolio()
  @Describes('Get the performance unit values of a folio', {
    shape: UnitValuesAnswer,
    headers: { Link: 'Performance summary and raw data, for the same range' },
  })
  async unitValues(
    @Param('folionumber') folioNumber: string,
    @Context() context: RequestContext,
    @TheAccount() account: AccountView,
    @Shown() folio: FolioDocument | undefined,
    @LenientQuery(PerformanceQuery) query: Body<PerformanceQuery>,
  ): Promise<Answer<UnitValuesAnswer>> {
    const { range, returnType } = this.#asked(account, folio, query);
    const values = await this.#daily(folioNumber, range, returnType, context);
    return Answer.ok(
      { ...identifierOf(folioNumber), values },
      {
        headers: { link: linksOf(account.accountNumber, folioNumber, range, returnType, context) },
      },
    );
  }

  @Get('summary')
  @OnAccount('summary')
  @ShowsFolio()
  @Describes('Get the return of a folio over a range', { shape: PerformanceSummaryAnswer })
  async summary(
    @Param('folionumber') folioNumber: string,
    @Context() context: RequestContext,
    @TheAccount() account: AccountView,
    @Shown() folio: FolioDocument | undefined,
    @LenientQuery(PerformanceQuery) query: Body<PerformanceQuery>,
  ): Promise<Answer<PerformanceSummaryAnswer>> {
    const { range, returnType } = this.#asked(account, folio, query);
    const values = await this.#daily(folioNumber, range, returnType, context);
    return Answer.ok({ ...identifierOf(folioNumber), returnType, ...summaryOf(values) });
  }

  /** Gross and net of the days that have a value of their own. */
  @Get('rawdata')
  @OnAccount('summary')
  @ShowsFolio()
  @Describes('Get the recorded unit values of a folio', { shape: RawUnitValuesAnswer })
  async rawData(
    @Param('folionumber') folioNumber: string,
    @Context() context: RequestContext,
    @TheAccount() account: AccountView,
    @Shown() folio: FolioDocument | undefined,
    @LenientQuery(PerformanceQuery) query: Body<PerformanceQuery>,
  ): Promise<Answer<RawUnitValuesAnswer>> {
    const { range } = this.#asked(account, folio, query);
    const known = await this.known.around(folioNumber, range, context.consistency);
    const values = known.filter(({ date }) => date >= range.first && date <= range.last);
    return Answer.ok({ ...identifierOf(folioNumber), values });
  }

  #asked(
    account: AccountView,
    folio: FolioDocument | undefined,
    { value, problems }: Body<PerformanceQuery>,
  ): { readonly range: DayRange; readonly returnType: ReturnType } {
    folioOf(account, folio);
    const { daterange } = value;
    const range = daterange === undefined ? undefined : readPerformanceRange(daterange);
    if (range === undefined || 'type' in range || problems.length > 0) {
      const wrong = range !== undefined && 'type' in range ? [range] : [];
      throw new ProblemsException(400, [...problems, ...wrong]);
    }
    return { range, returnType: readReturnType(value.returntype) };
  }

  async #daily(
    folioNumber: string,
    range: DayRange,
    returnType: ReturnType,
    { consistency, now }: RequestContext,
  ): Promise<DailyValue[]> {
    const known = await this.known.around(folioNumber, range, consistency);
    return dailyValues(known, range, returnType, businessDate(now));
  }
}

function identifierOf(folioNumber: string): Omit<RawUnitValuesAnswer, 'values'> {
  return { identifierType: 'FOLIO', identifierValue: folioNumber };
}

/** Header `Link` to the siblings, for the same range. */
function linksOf(
  accountNumber: string,
  folioNumber: string,
  { first, last }: DayRange,
  returnType: ReturnType,
  { asOf }: RequestContext,
): string {
  const base = resourcePath`/restapi/accounts/${accountNumber}/folios/${folioNumber}/performance`;
  const then = asOf === undefined ? '' : `&asOf=${encodeURIComponent(asOf)}`;
  const query = `?daterange=${first},${last}&returntype=${returnType}${then}`;
  return ['summary', 'rawdata'].map((rel) => `<${base}/${rel}${query}>; rel="${rel}"`).join(', ');
}

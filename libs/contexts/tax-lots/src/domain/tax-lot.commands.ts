import type { LotIds, ReportedLot } from './tax-lot.events.js';

/** Back office: a reported lot, new or corrected ([back-office.reportedtaxlots]). The same again changes nothing. */
export interface PutLot {
  readonly type: 'PutLot';
  /** Of the path, well-formed (`isOid`). */
  readonly ids: LotIds;
  /** The lot as GET shows it; the ids may be left out. */
  readonly report: ReportedLot & Partial<LotIds>;
}

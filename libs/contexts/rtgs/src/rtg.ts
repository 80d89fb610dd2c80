import { type Decider, equalJson, pathMismatches, problemsOf, refuse } from '#libs/platform/kernel';
import { canonicalWeights, totalProblem } from '#libs/contexts/codes';
import type { RtgEvent, RtgModel, RtgNoticesEvent } from './rtg.events.js';

/** Back office: defines or changes an RTG folio model ([back-office.rtgs]). Idempotent. */
export interface PutRtg {
  readonly type: 'PutRtg';
  /** From the path, well-formed (`isOid`). */
  readonly oid: string;
  /** The model as GET shows it; tickers are unique. */
  readonly report: RtgModel & { readonly rtgOid?: string };
}

export interface RtgState {
  readonly model: RtgModel;
  /** Number of changes since its definition. */
  readonly changeNumber: number;
}

/** Members are notified of every change, so reordered weights must not count as one. */
function isSameModel(a: RtgModel, b: RtgModel): boolean {
  const inOrder = ({ targetWeights, ...model }: RtgModel): object => ({
    ...model,
    targetWeights: [...targetWeights].sort((x, y) => (x.ticker < y.ticker ? -1 : 1)),
  });
  return equalJson(inOrder(a), inOrder(b));
}

export function evolveRtg(before: RtgState | undefined, { data }: RtgEvent): RtgState {
  const { name, description, targetWeights } = data;
  const changeNumber = before ? before.changeNumber + 1 : 0;
  return { model: { name, description, targetWeights }, changeNumber };
}

/** Rules of an RTG folio model, stream `rtg-{oid}`, with the target weight rules of folios ([back-office.rtgs], [folio.weights]). */
export const rtgDecider: Decider<RtgState | undefined, PutRtg, RtgEvent> = {
  category: 'rtg',
  initial: undefined,
  evolve: evolveRtg,

  decide({ oid, report }, state) {
    const { name, description } = report;
    const mismatches = pathMismatches({ rtgOid: oid }, report);
    const problems = problemsOf(...mismatches, totalProblem(report.targetWeights));
    if (problems.length > 0) return refuse(...problems);
    const model = {
      name,
      description: description === '' ? null : description,
      targetWeights: canonicalWeights(report.targetWeights),
    };
    if (!state) return [{ type: 'rtg.RtgDefined', data: { rtgOid: oid, ...model } }];
    if (isSameModel(model, state.model)) return [];
    const changeNumber = state.changeNumber + 1;
    const data = { rtgOid: oid, changeNumber, ...model, previous: state.model };
    return [{ type: 'rtg.RtgUpdated', data }];
  },
};

export interface OfChange {
  readonly rtgOid: string;
  /** {@link RtgUpdated.changeNumber} */
  readonly changeNumber: number;
}

interface RtgNotices {
  /** Full folio number; undefined initially. */
  readonly upTo: string | undefined;
  readonly folios: number;
  readonly completed: boolean;
}

/** Some folios, in the order of their numbers, are done; without `upTo` there are no more. */
interface AdvanceNotices extends OfChange {
  readonly upTo: string | undefined;
  readonly folios: number;
}

/** Rules of the notices about one change of a model, stream `rtgNotices-{rtgOid}:{changeNumber}`. */
export const rtgNotices: Decider<RtgNotices, AdvanceNotices, RtgNoticesEvent> = {
  category: 'rtgNotices',
  initial: { upTo: undefined, folios: 0, completed: false },
  decide({ rtgOid, changeNumber, upTo, folios: more }, { upTo: before = '', folios, completed }) {
    if (completed) return [];
    const change = { rtgOid, changeNumber };
    if (upTo === undefined) {
      return [{ type: 'rtg.NoticesCompleted', data: { ...change, folios } }];
    }
    if (upTo <= before) return [];
    return [{ type: 'rtg.NoticesAdvanced', data: { ...change, upTo, folios: folios + more } }];
  },
  evolve: (notices, event) =>
    event.type === 'rtg.NoticesAdvanced'
      ? { ...notices, upTo: event.data.upTo, folios: event.data.folios }
      : { ...notices, completed: true },
};

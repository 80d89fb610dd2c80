import {
  type Decider,
  type Decision,
  equalJson,
  pathMismatches,
  type Problem,
  problemsOf,
  refuse,
} from '#libs/platform/kernel';
import type { RtgEvent, RtgModel, TargetWeight } from './rtg.events.js';

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

/** Rules for target weights ([folio.weights]). They belong to the folios context, so they are passed in as functions. */
interface WeightRules {
  readonly totalProblem: (weights: readonly TargetWeight[]) => Problem | undefined;
  readonly canonicalWeights: (weights: readonly TargetWeight[]) => readonly TargetWeight[];
}

function put(
  { oid, report }: PutRtg,
  state: RtgState | undefined,
  { totalProblem, canonicalWeights }: WeightRules,
): Decision<RtgEvent> {
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

/** Rules of an RTG folio model, stream `rtg-{oid}` ([back-office.rtgs]). */
export function rtgModels(
  weightRules: WeightRules,
): Decider<RtgState | undefined, PutRtg, RtgEvent> {
  return {
    category: 'rtg',
    initial: undefined,
    decide: (command, state) => put(command, state, weightRules),
    evolve: evolveRtg,
  };
}

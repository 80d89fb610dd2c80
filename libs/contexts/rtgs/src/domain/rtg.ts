import {
  type Decider,
  type Decision,
  equalJson,
  InputReader,
  type Problem,
  refuse,
} from '#libs/platform/kernel';
import type { PutRtg, RtgCommand, RtgInput, SentWeight } from './rtg.commands.js';
import type { RtgEvent, RtgModel, TargetWeight } from './rtg.events.js';

const MAX_NAME = 100;
const MAX_DESCRIPTION = 1_000;
const WEIGHT_FIELDS: readonly string[] = ['targetWeights', 'ticker', 'targetWeight'];

/** A model as it stands. */
export interface RtgState {
  readonly model: RtgModel;
  /** Changes since it was defined. */
  readonly changeNumber: number;
}

/**
 * The item rules of target weights: answers them in canonical form with every problem found, those already known included.
 * Models obey the rules of folios ([folio.weights]), which are the context folios' own: they come in as a function.
 */
export type WeightRules = (
  sent: readonly SentWeight[],
  known: readonly Problem[],
) => { readonly items: readonly TargetWeight[]; readonly problems: readonly Problem[] };

function put(
  { oid, input, problems: known }: PutRtg,
  state: RtgState | undefined,
  weightRules: WeightRules,
): Decision<RtgEvent> {
  const reader = new InputReader(known);
  const { problems } = reader;
  reader.matches('rtgOid', input.rtgOid, oid);
  reader.present('name', input.name);
  reader.present('targetWeights', input.targetWeights);
  const name = reader.text('name', input.name, { max: MAX_NAME });
  const blank = input.description?.trim() === '';
  const sent = blank ? null : input.description;
  const description = reader.text('description', sent, { max: MAX_DESCRIPTION });
  const targetWeights = readWeights(problems, input.targetWeights, weightRules);
  if (problems.length > 0 || name === null) return refuse(...problems);

  const model = { name, description, targetWeights };
  if (!state) return [{ type: 'rtg.RtgDefined', data: { rtgOid: oid, ...model } }];
  if (isSameModel(model, state.model)) return [];
  const changeNumber = state.changeNumber + 1;
  const data = { rtgOid: oid, changeNumber, ...model, previous: state.model };
  return [{ type: 'rtg.RtgUpdated', data }];
}

/** Puts the problems of the weights in the place of those already known about them. */
function readWeights(
  problems: Problem[],
  sent: RtgInput['targetWeights'],
  weightRules: WeightRules,
): readonly TargetWeight[] {
  if (!sent) return [];
  const ofWeights = problems.filter(({ field = '' }) => WEIGHT_FIELDS.includes(field));
  const others = problems.filter((problem) => !ofWeights.includes(problem));
  const { items, problems: found } = weightRules(sent, ofWeights);
  problems.splice(0, Infinity, ...others, ...found);
  return items;
}

/** Members are told of every change: weights that only come in another order are none. */
function isSameModel(a: RtgModel, b: RtgModel): boolean {
  const inOrder = ({ targetWeights, ...model }: RtgModel): object => ({
    ...model,
    targetWeights: [...targetWeights].sort((x, y) => (x.ticker < y.ticker ? -1 : 1)),
  });
  return equalJson(inOrder(a), inOrder(b));
}

/** The model after an event. */
export function evolveRtg(before: RtgState | undefined, { data }: RtgEvent): RtgState {
  const { name, description, targetWeights } = data;
  const changeNumber = before ? before.changeNumber + 1 : 0;
  return { model: { name, description, targetWeights }, changeNumber };
}

/**
 * The rule book of one RTG folio model, stream `rtg-{oid}` ([back-office.rtgs]). A model that does
 * not exist is undefined.
 */
export function rtgModels(
  weightRules: WeightRules,
): Decider<RtgState | undefined, RtgCommand, RtgEvent> {
  return {
    category: 'rtg',
    initial: undefined,
    decide: (command, state) => put(command, state, weightRules),
    evolve: evolveRtg,
  };
}

import {
  type Decider,
  type Decision,
  equalJson,
  FieldCode,
  fieldProblem,
  isPrintable,
  lengthOf,
  type Problem,
  refuse,
  ruleProblem,
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
 * Models obey the rules of folios (decisions §8), which are the context folios' own: they come in as a function.
 */
export type WeightRules = (
  sent: readonly SentWeight[],
  known: readonly Problem[],
) => { readonly items: readonly TargetWeight[]; readonly problems: readonly Problem[] };

function put(
  { oid, input, problems: known = [] }: PutRtg,
  state: RtgState | undefined,
  weightRules: WeightRules,
): Decision<RtgEvent> {
  const problems = [...known];
  if ((input.rtgOid ?? oid) !== oid) {
    const message = 'The value differs from the one in the path.';
    problems.push(ruleProblem('uri.matching.rule', message, 'rtgOid'));
  }
  noteMissing(problems, 'name', input.name);
  noteMissing(problems, 'targetWeights', input.targetWeights);
  const name = readText(problems, 'name', input.name, MAX_NAME);
  const blank = input.description?.trim() === '';
  const description = readText(
    problems,
    'description',
    blank ? null : input.description,
    MAX_DESCRIPTION,
  );
  const targetWeights = readWeights(problems, input.targetWeights, weightRules);
  if (problems.length > 0 || name === undefined) return refuse(...problems);

  const model = { name, description: description ?? null, targetWeights };
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

function noteMissing(problems: Problem[], field: string, value: unknown): void {
  if (value !== undefined && value !== null) return;
  if (!problems.some((problem) => problem.field === field)) {
    problems.push(fieldProblem(field, FieldCode.Required));
  }
}

function readText(
  problems: Problem[],
  field: string,
  value: string | null | undefined,
  most: number,
): string | undefined {
  const text = value?.trim();
  if (text === undefined) return undefined;
  if (text === '' || !isPrintable(text)) {
    problems.push(fieldProblem(field, FieldCode.Value, 'Printable characters.'));
  } else if (lengthOf(text) > most) {
    problems.push(fieldProblem(field, FieldCode.Length, `At most ${most} characters.`));
  }
  return text;
}

/** The model after an event. */
export function evolveRtg(before: RtgState | undefined, { data }: RtgEvent): RtgState {
  const { name, description, targetWeights } = data;
  const changeNumber = before ? before.changeNumber + 1 : 0;
  return { model: { name, description, targetWeights }, changeNumber };
}

/**
 * The rule book of one RTG folio model, stream `rtg-{oid}` (specification, endpoint 21; decisions §8, §10). A model that does
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

import { describe, it } from '@jest/globals';
import { fieldProblem, ruleProblem } from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import { rtgDecider } from '../rtg.decider.js';
import type { PutRtg, RtgInput } from './rtg.commands.js';
import type { RtgEvent, RtgModel } from './rtg.events.js';

const rtgOid = '3000001';
const rtg = specification(rtgDecider);

const list = (...pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([ticker, targetWeight]) => ({ ticker, targetWeight }));
const input: RtgInput = {
  name: 'Balanced',
  targetWeights: list(['VTI', '60'], ['BND', '40.0']),
};
const model: RtgModel = {
  name: 'Balanced',
  description: null,
  targetWeights: list(['VTI', '60.00'], ['BND', '40.00']),
};

const put = (sent: RtgInput, problems?: PutRtg['problems']): PutRtg => ({
  type: 'PutRtg',
  oid: rtgOid,
  input: sent,
  problems,
});
const defined = (of: RtgModel): RtgEvent => ({ type: 'rtg.RtgDefined', data: { rtgOid, ...of } });
const updated = (changeNumber: number, previous: RtgModel, of: RtgModel): RtgEvent => ({
  type: 'rtg.RtgUpdated',
  data: { rtgOid, changeNumber, ...of, previous },
});
const total = (sum: string) =>
  ruleProblem(
    'folio.target.weights.total.rule',
    `The target weights add up to ${sum}, not to 100.00.`,
  );

describe('PUT /backoffice/rtgs/{oid} [back-office.rtgs]', () => {
  it('the first one defines the model, in canonical form', () => {
    rtg
      .given([])
      .when(put(input))
      .then([defined(model)]);
    rtg
      .given([])
      .when(put({ ...input, rtgOid, name: ' Balanced ', description: ' ' }))
      .then([defined(model)]);
  });

  it('the same again changes nothing, neither do the same weights in another order', () => {
    const given = rtg.given([defined(model)]);
    given.when(put(input)).thenNothing();
    given.when(put({ ...input, description: null })).thenNothing();
    given.when(put({ ...input, targetWeights: list(['BND', '40'], ['VTI', '60']) })).thenNothing();
  });

  it('a changed one is an update with the model before and the number of the change', () => {
    const second = { ...model, targetWeights: list(['VTI', '70.00'], ['BND', '30.00']) };
    const third = { ...second, name: 'Bold', description: 'More shares' };
    rtg
      .given([defined(model)])
      .when(put({ ...input, targetWeights: second.targetWeights }))
      .then([updated(1, model, second)]);
    rtg
      .given([defined(model), updated(1, model, second)])
      .when(put(third))
      .then([updated(2, second, third)]);
    rtg
      .given([defined(model), updated(1, model, second), updated(2, second, third)])
      .when(put(model))
      .then([updated(3, third, model)]);
  });
});

describe('the rules of a model [folio.weights]', () => {
  it('name and target weights are required; the id of the body is that of the path', () => {
    rtg
      .given([])
      .when(put({ rtgOid: '7', description: 'x' }))
      .thenRefused([
        fieldProblem('name', 'cannot.be.null'),
        fieldProblem('targetWeights', 'cannot.be.null'),
        ruleProblem('uri.matching.rule', 'The value differs from the one in the path.', 'rtgOid'),
      ]);
  });

  it('texts are printable and have a length', () => {
    rtg
      .given([])
      .when(put({ ...input, name: 'a\nb', description: 'x'.repeat(1_001) }))
      .thenRefused([
        fieldProblem('name', 'invalid.value'),
        fieldProblem('description', 'invalid.length', 'at most 1000 characters'),
      ]);
    rtg
      .given([])
      .when(put({ ...input, name: 'x'.repeat(101) }))
      .thenRefused([fieldProblem('name', 'invalid.length', 'at most 100 characters')]);
  });

  it('the total is exactly 100.00, and the empty list breaks it', () => {
    const off = list(['VTI', '60'], ['BND', '39.99']);
    rtg
      .given([])
      .when(put({ ...input, targetWeights: off }))
      .thenRefused([total('99.99')]);
    rtg
      .given([])
      .when(put({ targetWeights: [] }))
      .thenRefused([fieldProblem('name', 'cannot.be.null'), total('0')]);
  });

  it('items obey the rules of folios: tickers, uniqueness, six decimals above 0', () => {
    const bad = list(['vti', '50'], ['BND', '49.9999999'], ['BND', '0']);
    const weight = (item: number) =>
      fieldProblem(
        'targetWeight',
        'invalid.value',
        `targetWeights[${item}]: above 0, with at most six decimals`,
      );
    rtg
      .given([])
      .when(put({ ...input, targetWeights: bad }))
      .thenRefused([
        fieldProblem('ticker', 'invalid.value', 'targetWeights[0]: not a ticker'),
        fieldProblem('ticker', 'invalid.value', 'targetWeights[2]: BND is there more than once'),
        weight(1),
        weight(2),
        total('99.9999999'),
      ]);
  });

  it('problems of reading the body join the list, each field once', () => {
    const known = [
      fieldProblem('name', 'invalid.value'),
      fieldProblem('targetWeight', 'cannot.be.null', 'targetWeights[0]'),
    ];
    rtg
      .given([])
      .when(put({ targetWeights: [{ ticker: 'VTI' }, { ticker: '?', targetWeight: '1' }] }, known))
      .thenRefused([
        ...known,
        fieldProblem('ticker', 'invalid.value', 'targetWeights[1]: not a ticker'),
      ]);
  });
});

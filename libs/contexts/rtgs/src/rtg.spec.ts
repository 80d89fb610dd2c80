import { describe, it } from '@jest/globals';
import { pathMismatch, ruleProblem } from '#libs/platform/kernel';
import { requestBody, specification } from '#libs/platform/testing';
import { RtgDto } from './rtg.dto.js';
import type { RtgEvent, RtgModel } from './rtg.events.js';
import { rtgDecider } from './rtg.js';
import type { PutRtg } from './rtg.js';

const rtgOid = '3000001';

const rtg = specification(rtgDecider);

const list = (...pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([ticker, targetWeight]) => ({ ticker, targetWeight }));

const input = {
  name: 'Balanced',
  targetWeights: list(['VTI', '60'], ['BND', '40.0']),
};

const model: RtgModel = {
  name: 'Balanced',
  description: null,
  targetWeights: list(['VTI', '60.00'], ['BND', '40.00']),
};

const put = (body: object): PutRtg => ({
  type: 'PutRtg',
  oid: rtgOid,
  report: requestBody(RtgDto, body),
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

  it('the same again changes nothing, nor do the same weights in another order', () => {
    const given = rtg.given([defined(model)]);
    given.when(put(input)).thenNothing();
    given.when(put({ ...input, description: null })).thenNothing();
    given.when(put({ ...input, targetWeights: list(['BND', '40'], ['VTI', '60']) })).thenNothing();
  });

  it('a changed one is an update with the previous model and the number of the change', () => {
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
  it('the total is exactly 100.00, and the empty list breaks it', () => {
    const off = list(['VTI', '60'], ['BND', '39.99']);
    rtg
      .given([])
      .when(put({ ...input, targetWeights: off }))
      .thenRefused([total('99.99')]);
    rtg
      .given([])
      .when(put({ ...input, rtgOid: '7', targetWeights: [] }))
      .thenRefused([pathMismatch('rtgOid'), total('0')]);
  });
});

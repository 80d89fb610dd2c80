import { describe, expect, it } from '@jest/globals';
import { fieldProblem, pathMismatch, preconditionFailed, ruleProblem } from '#libs/platform/kernel';
import {
  defined,
  firm,
  firmId,
  plain,
  put,
  readAssetFees,
  withFees,
} from '../test/billing-fixtures.js';
import { unsupportedFirm } from './billing-plan.js';

describe('types and plans of a firm [billing-plan.billingPlanType]', () => {
  it('a firm may have many advisory plans but one brokerage plan and one platform plan', () => {
    const history = (['A', 'B', 'P'] as const).map((type) => defined(plain(type), type));
    const given = firm.given(history);
    given.when(put({ billingPlanType: 'A', name: 'Plan' }, '9')).then([defined(plain('A'), '9')]);
    given
      .when(put({ billingPlanType: 'B', name: 'Plan' }, '9'))
      .thenRefused([
        ruleProblem('billing.plan.single.brokerage.rule', 'The firm has a brokerage plan already.'),
      ]);
    given
      .when(put({ billingPlanType: 'P', name: 'Plan' }, '9'))
      .thenRefused([
        ruleProblem('billing.plan.single.platform.rule', 'The firm has a platform plan already.'),
      ]);
    const others = firm.given(history.slice(0, 1));
    for (const type of ['B', 'P'] as const) {
      others
        .when(put({ billingPlanType: type, name: 'Plan' }, '9'))
        .then([defined(plain(type), '9')]);
    }
  });

  it('the type of a plan does not change', () => {
    firm
      .given([defined(plain('A'))])
      .when(put({ billingPlanType: 'P', name: 'Plan' }))
      .thenRefused([fieldProblem('billingPlanType', 'not.updatable')]);
  });

  it('a changed body is an update, an unchanged one no event', () => {
    const given = firm.given([defined({ ...plain('A'), assetFees: readAssetFees })]);
    given.when(put(withFees({}))).thenNothing();
    given.when(put(withFees({ flatFee: '25.00' }))).thenNothing();
    given.when(put({ ...withFees({}), description: ' Text ' })).then([
      {
        type: 'billing.PlanChanged',
        data: {
          firmId,
          oid: '1',
          plan: { ...plain('A'), description: 'Text', assetFees: readAssetFees },
        },
      },
    ]);
  });

  it('a corporate firm is UNSUPPORTED, with the firm id [billing-plan.corporate]', () => {
    expect(unsupportedFirm(firmId)).toEqual({
      type: 'UNSUPPORTED',
      field: 'firmId',
      errorCode: 'unsupported.action.on.G.type.of.firm',
      message: 'Firm 900001 is a corporate firm; only institutional firms have billing plans.',
    });
  });

  it('If-Match is the revision of the plan, independent of other plans of the firm', () => {
    const given = firm.given([defined(plain('A'), '1'), defined(plain('A'), '2')]);
    const same = put({ billingPlanType: 'A', name: 'Plan' });
    given.when({ ...same, expectedRevision: [0] }).thenNothing();
    given
      .when({ ...same, expectedRevision: [1] })
      .thenRefused(preconditionFailed().problems, 'precondition_failed');
    given
      .when({ ...same, oid: '3', expectedRevision: [0] })
      .thenRefused(preconditionFailed().problems, 'precondition_failed');
    given.when(put({ billingPlanType: 'A', name: 'Renamed' })).thenState((plans) => {
      expect([...plans].map(([oid, { revision }]) => [oid, revision])).toEqual([
        ['1', 1],
        ['2', 0],
      ]);
    });
  });

  it('every broken rule is reported in one list', () => {
    const single = ruleProblem(
      'billing.plan.single.brokerage.rule',
      'The firm has a brokerage plan already.',
    );
    const body = { billingPlanId: '1', billingPlanType: 'B', name: 'Plan' };
    firm
      .given([defined(plain('B'))])
      .when(put(body, '2'))
      .thenRefused([pathMismatch('billingPlanId'), single]);
  });
});

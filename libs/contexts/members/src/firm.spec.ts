import { describe, expect, it } from '@jest/globals';
import {
  fieldProblem,
  pathMismatch,
  type Problem,
  ruleProblem,
  Secret,
} from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import { office, sampleDefinition, sampleFirm } from '../test/samples.js';
import {
  type CreateCorporateFirm,
  type DefineFirm,
  firmDecider,
  type FirmDefinition,
  type NewFirm,
  type RepresentativeFacts,
} from './firm.js';
import type { FirmEvent } from './member.events.js';

const firms = specification(firmDecider);

const firmId = '10000001';

describe('an institutional firm', () => {
  const name = 'Acme Advisors';
  const define = (over: Partial<FirmDefinition> = {}): DefineFirm => ({
    type: 'DefineFirm',
    firmId,
    firm: sampleDefinition({ name, ...over }),
  });
  const defined: FirmEvent = {
    type: 'firm.FirmDefined',
    data: {
      firmId,
      name,
      firmType: 'L',
      billingLevel: 'account',
      entitlements: [],
    },
  };

  it('is a sandbox from its beginning or never, and on embedded stores only [sandbox.firms]', () => {
    const mark = { sandbox: true, sandboxStart: '2024-01-02T15:00:00.000Z' } as const;
    const sandbox = { ...defined, data: { ...defined.data, ...mark } } as FirmEvent;
    const play = { ...define(mark), takesSandboxes: true };
    firms.given([]).when(play).then([sandbox]);
    firms.given([sandbox]).when(define()).thenNothing();
    firms.given([sandbox]).when(define(mark)).thenNothing();
    const problemOf = (field: string, code: string, message?: string): readonly Problem[] => [
      fieldProblem(field, code, message),
    ];
    const embedded = problemOf('sandbox', 'invalid.value', 'Sandboxes require embedded stores.');
    firms.given([]).when(define(mark)).thenRefused(embedded);
    const never = 'Whether a firm is a sandbox cannot be changed.';
    const fixed = problemOf('sandbox', 'not.updatable', never);
    firms
      .given([sandbox])
      .when(define({ sandbox: false }))
      .thenRefused(fixed);
    firms
      .given([defined])
      .when({ ...define({ sandbox: true }), takesSandboxes: true })
      .thenRefused(fixed);
    const later = { sandboxStart: '2025-01-02T15:00:00.000Z' };
    firms
      .given([sandbox])
      .when(define(later))
      .thenRefused(problemOf('sandboxStart', 'not.updatable'));
    const clock = problemOf('sandboxStart', 'invalid.value', 'Only a sandbox has a clock.');
    firms.given([]).when(define(later)).thenRefused(clock);
  });

  it('is defined once', () => {
    firms.given([]).when(define()).then([defined]);
    firms
      .given([defined])
      .when(define({ firmId, firmOid: firmId }))
      .thenNothing();
  });

  it('is updated by its whole definition', () => {
    const body: Partial<FirmDefinition> = {
      billingLevel: 'member',
      entitlements: ['fullTid'],
      depositAddress: {
        line1: 'PO Box 9',
        line3: 'Lobby',
        city: 'Reston',
        state: 'VA',
        zipcode: '20190',
        country: 'US',
      },
      payableTo: 'Acme',
      partnerCode: 'AC',
    };
    const updated: FirmEvent = {
      type: 'firm.FirmUpdated',
      data: {
        firmId,
        name: 'Acme Advisors',
        firmType: 'L',
        billingLevel: 'member',
        entitlements: ['fullTid'],
        depositAddress: {
          line1: 'PO Box 9',
          line3: 'Lobby',
          city: 'Reston',
          state: 'VA',
          zipcode: '20190',
          country: 'US',
        },
        payableTo: 'Acme',
        partnerCode: 'AC',
      },
    };
    firms.given([defined]).when(define(body)).then([updated]);
    firms.given([defined, updated]).when(define(body)).thenNothing();
  });

  it('is the one of the path', () => {
    firms
      .given([])
      .when(define({ firmId: '7' }))
      .thenRefused([pathMismatch('firmId')]);
  });
});

describe('a corporate firm', () => {
  const fit: RepresentativeFacts = {
    firmId,
    ownsAccounts: false,
    isFirmRep: false,
    identityFailed: false,
  };
  const create = (over: Partial<NewFirm> = {}, representative = fit): CreateCorporateFirm => ({
    type: 'CreateCorporateFirm',
    firmId: '20000001',
    parentFirmId: firmId,
    firm: sampleFirm(over),
    representative,
  });
  const created: FirmEvent = {
    type: 'firm.CorporateFirmCreated',
    data: {
      firmId: '20000001',
      firmType: 'G',
      parentFirmId: firmId,
      creationDate: '2026-03-02T15:00:00.000Z',
      finraAffiliated: false,
      directorOrTenPercentShareholder: false,
      firmName: 'Doe & Sons LLC',
      firmTaxId: Secret.of('541234567'),
      firmTaxIdType: 'TIN',
      firmRep: 'tester0003',
      primaryAddress: office,
      directorOrTenPercentShareholderCompany: [],
    },
  };

  it('is created with what is needed', () => {
    firms.given([]).when(create()).then([created]);
  });

  it('keeps all its fields', () => {
    const more = {
      firmTelephone1: '703-555-0100',
      firmTelephone2: '703-555-0101',
      firmEmail1: 'a@doe.example',
      firmEmail2: 'b@doe.example',
      finraAffiliated: true,
      finraCompany: 'Acme Securities',
      directorOrTenPercentShareholder: true,
    };
    firms
      .given([])
      .when(create({ ...more, directorOrTenPercentShareholderCompany: ['ba'] }))
      .then([
        {
          ...created,
          data: { ...created.data, ...more, directorOrTenPercentShareholderCompany: ['BA'] },
        },
      ]);
  });

  it('has every mistake told at once', () => {
    firms
      .given([])
      .when(
        create({
          primaryAddress: { ...office, line1: 'PO Box 5' },
          finraCompany: 'Acme Securities',
          finraAffiliated: false,
          directorOrTenPercentShareholderCompany: ['?'],
        }),
      )
      .thenRefused([
        ruleProblem(
          'group.firm.primary.address.cannot.be.po.box',
          'primaryAddress is a post office box.',
          'line1',
        ),
        fieldProblem('finraCompany', 'invalid.value', 'finraAffiliated is false.'),
        ruleProblem(
          'member.tenpct.security.rule',
          'Not every company is a valid ticker.',
          'directorOrTenPercentShareholderCompany',
        ),
      ]);
  });

  it.each(['EIN', 'SSN'] as const)('keeps the kind of its tax id: %s', (firmTaxIdType) => {
    firms
      .given([])
      .when(create({ firmTaxIdType }))
      .then([{ ...created, data: { ...created.data, firmTaxIdType } }]);
  });

  it.each<[Partial<RepresentativeFacts>, string]>([
    [{ firmId: undefined }, 'There is no such member.'],
    [{ firmId: '99' }, 'There is no such member.'],
    [{ ownsAccounts: true }, 'The member owns accounts.'],
    [{ isFirmRep: true }, 'The member represents another firm.'],
    [{ identityFailed: true }, "The member's identity could not be verified."],
  ])('refuses the representative with %j', (facts, why) => {
    const problem: Problem = ruleProblem('group.firm.invalid.representative', why, 'firmRep');
    firms
      .given([])
      .when(create({}, { ...fit, ...facts }))
      .thenRefused([problem]);
  });

  it('never takes the id of another firm, nor becomes an institutional one', () => {
    firms
      .given([created])
      .when(create())
      .thenRefused([fieldProblem('firmId', 'invalid.value', 'The firm id is in use.')]);
    firms
      .given([created])
      .when({ type: 'DefineFirm', firmId: '20000001', firm: sampleDefinition() })
      .thenRefused([fieldProblem('firmType', 'not.updatable', 'This is a corporate firm.')]);
  });

  it('keeps the tax id as a secret', () => {
    firms
      .given([])
      .when(create())
      .thenState((state) => {
        expect(JSON.stringify(state)).not.toContain('541234567');
        expect(state.corporate).toEqual({ parentFirmId: firmId, firmRep: 'tester0003' });
      });
  });
});

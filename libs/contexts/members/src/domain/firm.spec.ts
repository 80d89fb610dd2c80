import { describe, expect, it } from '@jest/globals';
import {
  fieldProblem,
  pathMismatch,
  type Problem,
  ruleProblem,
  Secret,
} from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import { sampleFirm } from '../../test/samples.js';
import type { FirmEvent } from './firm.events.js';
import {
  type CorporateFirmInput,
  type CreateCorporateFirm,
  type DefineFirm,
  firmDecider,
  type InstitutionalFirmInput,
  type RepresentativeFacts,
} from './firm.js';

const firms = specification(firmDecider);
const firmId = '10000001';

describe('an institutional firm', () => {
  const define = (firm: InstitutionalFirmInput, id = firmId): DefineFirm => ({
    type: 'DefineFirm',
    firmId: id,
    firm,
  });
  const defined: FirmEvent = {
    type: 'firm.FirmDefined',
    data: {
      firmId,
      name: 'Acme Advisors',
      firmType: 'L',
      billingLevel: 'account',
      entitlements: [],
    },
  };

  it('is a sandbox from its beginning or never, and on embedded stores only [sandbox.firms]', () => {
    const name = 'Acme Advisors';
    const mark = { sandbox: true, sandboxStart: '2024-01-02T15:00:00.000Z' } as const;
    const sandbox = { ...defined, data: { ...defined.data, ...mark } } as FirmEvent;
    const play = { ...define({ name, ...mark }), takesSandboxes: true };
    firms.given([]).when(play).then([sandbox]);
    firms.given([sandbox]).when(define({ name })).thenNothing();
    firms
      .given([sandbox])
      .when(define({ name, ...mark }))
      .thenNothing();
    const problemOf = (field: string, code: string, message?: string): readonly Problem[] => [
      fieldProblem(field, code, message),
    ];
    const embedded = problemOf('sandbox', 'invalid.value', 'Sandboxes are for embedded stores.');
    firms
      .given([])
      .when(define({ name, ...mark }))
      .thenRefused(embedded);
    const never = 'A firm is a sandbox from its beginning or never.';
    const fixed = problemOf('sandbox', 'not.updatable', never);
    firms
      .given([sandbox])
      .when(define({ name, sandbox: false }))
      .thenRefused(fixed);
    firms
      .given([defined])
      .when({ ...define({ name, sandbox: true }), takesSandboxes: true })
      .thenRefused(fixed);
    const later = { name, sandboxStart: '2025-01-02T15:00:00.000Z' };
    firms
      .given([sandbox])
      .when(define(later))
      .thenRefused(problemOf('sandboxStart', 'not.updatable'));
    const clock = problemOf('sandboxStart', 'invalid.value', 'Only a sandbox has a clock.');
    firms.given([]).when(define(later)).thenRefused(clock);
  });

  it('is defined once', () => {
    firms
      .given([])
      .when(define({ name: 'Acme Advisors' }))
      .then([defined]);
    firms
      .given([defined])
      .when(define({ name: 'Acme Advisors', firmType: 'L' }))
      .thenNothing();
  });

  it('is updated by its whole definition', () => {
    const body: InstitutionalFirmInput = {
      firmId,
      name: 'Acme Advisors',
      firmType: 'L',
      billingLevel: 'member',
      entitlements: { fullTid: true, removeRestrictions: false },
      depositAddress: {
        line1: 'PO Box 9',
        line3: 'Lobby',
        city: 'Reston',
        state: 'VA',
        zipcode: '20190',
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
    firms
      .given([defined, updated])
      .when(define({ ...body, entitlements: ['fullTid'] }))
      .thenNothing();
  });

  it('has every mistake told at once', () => {
    firms
      .given([])
      .when(
        define({
          firmId: '7',
          name: ' ',
          firmType: 'G',
          billingLevel: 'firm',
          entitlements: ['everything'],
          depositAddress: { line1: '1 Main St', city: 'X', state: 'ZZ', zipcode: '1' },
          partnerCode: 'a b',
        }),
      )
      .thenRefused([
        pathMismatch('firmId'),
        fieldProblem('name', 'invalid.value', 'a text that is not blank'),
        fieldProblem('firmType', 'invalid.choice', 'one of L'),
        fieldProblem('billingLevel', 'invalid.choice', 'one of account, member'),
        fieldProblem('entitlements', 'invalid.choice'),
        fieldProblem('state', 'invalid.choice', 'depositAddress: a state of the US, such as NY'),
        fieldProblem('zipcode', 'invalid.value', 'depositAddress: such as 12345 or 12345-6789'),
        fieldProblem('partnerCode', 'invalid.value', 'letters, digits, _ and -'),
      ]);
  });
});

describe('a corporate firm', () => {
  const fit: RepresentativeFacts = {
    firmId,
    ownsAccounts: false,
    isFirmRep: false,
    identityFailed: false,
  };
  const create = (
    over: Partial<CorporateFirmInput> = {},
    representative = fit,
  ): CreateCorporateFirm => ({
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
      primaryAddress: {
        line1: '1 Main Street',
        city: 'Albany',
        state: 'NY',
        zipcode: '12207',
        country: 'US',
      },
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
      .when(create({ ...more, directorOrTenPercentShareholderCompany: 'ba' }))
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
      .when({ ...create(), firm: {} })
      .thenRefused(
        ['firmName', 'firmTaxId', 'firmRep', 'primaryAddress'].map((field) =>
          fieldProblem(field, 'cannot.be.null'),
        ),
      );
    firms
      .given([])
      .when(
        create({
          firmName: 'x'.repeat(101),
          firmTaxId: Secret.of('54-123456'),
          firmTaxIdType: 'VAT',
          primaryAddress: { ...sampleFirm().primaryAddress, line1: 'PO Box 5' },
          firmTelephone1: 'none',
          firmEmail2: 'none',
          directorOrTenPercentShareholderCompany: '1',
        }),
      )
      .thenRefused([
        fieldProblem('firmName', 'invalid.length', 'at most 100 characters'),
        fieldProblem('firmTaxIdType', 'invalid.choice', 'one of TIN, EIN, SSN'),
        fieldProblem('firmTaxId', 'allows.only.digits'),
        ruleProblem(
          'group.firm.primary.address.cannot.be.po.box',
          'primaryAddress is a post office box.',
          'line1',
        ),
        fieldProblem('firmTelephone1', 'invalid.value', '7 to 15 digits'),
        fieldProblem('firmEmail2', 'invalid.value', 'an e-mail address'),
        ruleProblem(
          'member.tenpct.security.rule',
          'Not every company is a ticker.',
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

  it('checks a social security number as one', () => {
    const wrongTaxId = fieldProblem(
      'firmTaxId',
      'invalid.value',
      'nine digits, as they are given out',
    );
    const firmTaxId = Secret.of('666123456');
    firms
      .given([])
      .when(create({ firmTaxId, firmTaxIdType: 'SSN' }))
      .thenRefused([wrongTaxId]);
    firms
      .given([])
      .when(create({ firmTaxId: Secret.of('000000000') }))
      .thenRefused([wrongTaxId]);
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
      .when({ type: 'DefineFirm', firmId: '20000001', firm: { name: 'X' } })
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

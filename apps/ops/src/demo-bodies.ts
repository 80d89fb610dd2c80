import { randomInt } from 'node:crypto';
import type { Schemas } from '#libs/client';

/** A member who passes the identity check. Each run needs a new person, because login ids and tax ids are unique. */
export function jane(loginId: string): Schemas['CreateMember'] {
  return {
    loginId,
    firstName: 'Jane',
    lastName: 'Doe',
    dateOfBirth: '1980-05-17T00:00:00.000+00:00',
    tid: `5${randomInt(10, 99)}${randomInt(10, 99)}${randomInt(1000, 9000)}`,
    email1: 'jane@example.com',
    dayTelephone: '212-555-0142',
    citizenship: 'C',
    residenceCountry: 'US',
    primaryAddress: {
      line1: '350 Fifth Avenue',
      city: 'New York',
      state: 'NY',
      zipcode: '10118',
      country: 'US',
    },
  };
}

/** A folio whose dividends are reinvested. */
export function folioBody(accountNumber: string, folioName: string): Schemas['CreateFolio'] {
  return { folioName, accountNumber, dividendReinvest: true };
}

/** Target weights that add up to 100.00. */
export const halves: Schemas['TargetWeightInput'][] = [
  { ticker: 'VTI', targetWeight: '60.00' },
  { ticker: 'BND', targetWeight: '40.00' },
];

/** The customer agreement, signed with an image. */
export function signature(loginId: string): Schemas['SignatureInput'] {
  return {
    loginId,
    signatureMethod: 'SIGNATURE_IMAGE',
    signatureImageEncoding: 'SVG',
    signatureData: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20"><path d="M2 15 Q 20 2 40 12 T 78 8"/></svg>',
    ).toString('base64'),
  };
}

/** An advisory plan with one tier. */
export function advisoryPlanBody(name: string): Record<string, unknown> {
  return {
    billingPlanType: 'A',
    name,
    description: 'Advisory',
    assetFees: {
      assetFeeTiers: [{ minAssetValue: '0', maxAssetValue: 'Infinity', basisPoints: '50' }],
      billingMode: 'A',
      billingPeriodType: 'M',
      billingPeriodValue: '3',
      flatFee: '0',
      tierType: 'M',
    },
  };
}

/** A window order: buys both securities, or sells part of the first. */
export function windowOrder(sells: boolean, dollars: number): Record<string, unknown> {
  const part = (ticker: string, side: string, share: number): object => ({
    ...{ security: { ticker }, side, requestedDollarAmount: (dollars * share).toFixed(2) },
  });
  return {
    orderType: 'W',
    discretionary: false,
    solicited: true,
    dollarShareBasedIndicator: 'D',
    securityOrders: sells
      ? [part('VTI', '2', 0.3)]
      : [part('VTI', '1', 0.6), part('BND', '1', 0.4)],
  };
}

/** The beneficiary of a custodial account. */
export function minor(ssn: string): Record<string, unknown> {
  return {
    firstName: 'Mia',
    lastName: 'Doe',
    dateOfBirth: '2018-04-05T00:00:00.000+00:00',
    ssn,
    citizenship: 'C',
    state: 'NY',
  };
}

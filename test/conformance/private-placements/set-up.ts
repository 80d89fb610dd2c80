import { afterAll, beforeAll } from '@jest/globals';
import type { FieldRow } from '../../support/field-rows.js';
import { NULL } from '../../support/problems.js';
import { ServiceUnderTest } from '../../support/running-service.js';
import { PlacementsUnderTest } from '../private-placements.fixture.js';

export const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;
export const LONG = 'x'.repeat(5_000);

/** Values of wrong types for a field, and their error code. */
export const wrong = (name: string, code: string, ...values: unknown[]): FieldRow[] =>
  values.map((value) => [name, value, code]);

export const required = (...names: readonly string[]): FieldRow[] =>
  names.flatMap((name) => [[name, undefined, NULL] as const, [name, null, NULL] as const]);

export let service: ServiceUnderTest;
export let placements: PlacementsUnderTest;

/** An offer without documents, open to everybody. */
export let open: string;

/** Starts the service before the cases of private placements and stops it after them. */
export function setUp(): void {
  beforeAll(async () => {
    service = await ServiceUnderTest.shared();
    placements = await PlacementsUnderTest.create(service);
    open = await placements.offer({ eligibility: 'ALL' });
  });
  afterAll(() => service.stop());
}

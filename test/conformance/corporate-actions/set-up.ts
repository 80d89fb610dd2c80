import { afterAll, beforeAll } from '@jest/globals';
import { expectUnchanged, ServiceUnderTest } from '../../support/running-service.js';
import { ActionsUnderTest, newNotification } from '../corporate-actions.fixture.js';

export let service: ServiceUnderTest;
export let actions: ActionsUnderTest;

export const OTHER = 'invalid.for.question.type';

export const refused = (body: unknown, notifid = newNotification()) =>
  expectUnchanged(service, () => actions.put(notifid, body));

/** Starts the service and an account before the cases of corporate actions. */
export function setUp(): void {
  beforeAll(async () => {
    service = await ServiceUnderTest.shared();
    actions = new ActionsUnderTest(service, await service.account());
  });
  afterAll(() => service.stop());
}

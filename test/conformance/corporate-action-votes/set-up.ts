import { afterAll, beforeAll } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import { expectUnchanged, ServiceUnderTest } from '../../support/running-service.js';
import { ActionsUnderTest, type Body } from '../corporate-actions.fixture.js';

export let service: ServiceUnderTest;
/** An action of an account without a signed agreement. */
export let actions: ActionsUnderTest;
/** For votes that are refused. */
export let notifid: string;

/** Starts the service before the cases of votes, and announces an action of a new account. */
export function setUp(): void {
  beforeAll(async () => {
    service = await ServiceUnderTest.shared();
    actions = new ActionsUnderTest(service, await service.account());
    notifid = await actions.announce();
  });
  afterAll(() => service.stop());
}

/** A valid vote on each type of question. */
export const all = {
  d: {
    questionsId: 'q-d',
    choices: [
      { choiceId: '0', choiceAnswer: '0' },
      { choiceId: '1', choiceAnswer: '3' },
    ],
  },
  p: { questionsId: 'q-p', answer: '1' },
  s: { questionsId: 'q-s', answer: '3' },
  c: { questionsId: 'q-c', sharesElected: '100.25' },
};

export const refused = (body: unknown): Promise<ClientAnswer> =>
  expectUnchanged(service, () => service.client.put(actions.path(notifid), body));
export const questionsOf = async (id: string): Promise<Body[]> =>
  (await actions.read(id))['questions'] as Body[];

import type { ClientAnswer } from '#libs/client';

/** Fails with the body if a response has another status. */
export function expectStatus(answer: ClientAnswer, status: number): void {
  if (answer.status !== status) {
    throw new Error(`expected ${status}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
}

import { eitherOf } from '#libs/platform/kernel';
import type { Exchange } from './exchange.js';
import { invalid, ProblemsException, unavailable } from './problems.js';

/** A request of a sandbox says in it what is to go wrong. */
export const FAULT_HEADER = 'Sandbox-Fault';
const LOSES_ANSWER = 'timeout-after-commit';
/** What can go wrong. */
export const FAULTS = ['429', '503', LOSES_ANSWER] as const;
const SENT_AS = FAULT_HEADER.toLowerCase();
const RETRY_AFTER = { 'retry-after': '1' };

/**
 * Does what the header `Sandbox-Fault` of a sandbox's request asks for ([sandbox.faults]); of anybody else it says nothing.
 * @throws ProblemsException the fault that is asked for; 400 for one there is not
 */
export function playFault(exchange: Exchange): void {
  const { knownCaller, request, services } = exchange;
  const fault = request.headers[SENT_AS];
  if (fault === undefined || services.sandboxes?.has(knownCaller?.firmId) !== true) return;
  if (fault === LOSES_ANSWER) {
    exchange.losesAnswer = true;
  } else if (fault === '429') {
    throw new ProblemsException(429, 'Too many requests.', RETRY_AFTER);
  } else if (fault === '503') {
    throw unavailable('The sandbox plays an outage.');
  } else {
    throw invalid(FAULT_HEADER, `It is ${eitherOf(FAULTS)}.`);
  }
}

import { joinAlternatives } from '#libs/platform/kernel';
import type { Exchange } from './exchange.js';
import { invalid, ProblemsException, unavailable } from './problems.js';

/** Request header that makes a request of a sandbox fail. */
export const FAULT_HEADER = 'Sandbox-Fault';
const LOSES_ANSWER = 'timeout-after-commit';
/** Values of {@link FAULT_HEADER}. */
export const FAULTS = ['429', '503', LOSES_ANSWER] as const;
const SENT_AS = FAULT_HEADER.toLowerCase();
const RETRY_AFTER = { 'retry-after': '1' };

/**
 * Plays the fault that a sandbox requests ([sandbox.faults]). Other callers' headers are ignored.
 * @throws ProblemsException the fault; 400 for an unknown one
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
    throw invalid(FAULT_HEADER, `It must be ${joinAlternatives(FAULTS)}.`);
  }
}

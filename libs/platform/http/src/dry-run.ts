import type { IncomingHttpHeaders } from 'node:http';
import { ProblemsException } from './problems.js';

/** Header of a dry run, in request and response. */
export const DRY_RUN = 'dry-run';

/** A dry run. What it writes is not stored. */
export interface DryRun {
  run<T>(work: () => T): T;
  /** Returns the events that would happen, in the form of a history. */
  events(): Promise<readonly object[]>;
}

/** Starts dry runs. */
export interface DryRuns {
  begin(): DryRun;
  /** Runs work outside of any dry run that may be current. */
  outside<T>(work: () => T): T;
}

/**
 * Returns whether a request is a dry run.
 * @throws ProblemsException for a value that is neither `true` nor `false`
 */
export function asksForDryRun(headers: IncomingHttpHeaders): boolean {
  const sent = headers[DRY_RUN];
  if (sent === undefined || sent === 'false') return false;
  if (sent === 'true') return true;
  const message = 'The header Dry-Run must be true or false.';
  const errorCode = 'request.malformed';
  throw new ProblemsException(400, { type: 'SYNTAX', field: 'Dry-Run', errorCode, message });
}

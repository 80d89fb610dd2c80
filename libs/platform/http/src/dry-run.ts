import type { IncomingHttpHeaders } from 'node:http';
import { ProblemsException } from './problems.js';

/** Header of a request that asks what it would do, and of its answer. */
export const DRY_RUN = 'dry-run';

/** One dry run: whatever its work does is kept nowhere. */
export interface DryRun {
  run<T>(work: () => T): T;
  /** What would happen, as histories tell it. */
  events(): Promise<readonly object[]>;
}

/** Has requests decided without keeping anything. */
export interface DryRuns {
  begin(): DryRun;
  /** Runs what belongs to no dry run, though one may have set it off. */
  outside<T>(work: () => T): T;
}

/**
 * Whether a request is a dry run.
 * @throws ProblemsException for a value that is neither `true` nor `false`
 */
export function asksForDryRun(headers: IncomingHttpHeaders): boolean {
  const sent = headers[DRY_RUN];
  if (sent === undefined || sent === 'false') return false;
  if (sent === 'true') return true;
  const message = 'The header Dry-Run is true or false.';
  const errorCode = 'request.malformed';
  throw new ProblemsException(400, { type: 'SYNTAX', field: 'Dry-Run', errorCode, message });
}

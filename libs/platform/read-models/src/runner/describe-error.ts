import { DamagedLogError, StoreUnavailableError } from '#libs/platform/event-store';

/**
 * Describes an error without its message, which may quote data: class, event, first stack frame outside of packages. A store that is
 * unavailable says why.
 */
export function describeError(
  error: unknown,
  event?: { readonly type: string; readonly position: bigint },
): string {
  const name = error instanceof Error ? error.name : typeof error;
  const frames = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  const line = frames.find((frame) => /^\s+at /.test(frame) && !frame.includes('node_modules'));
  // These messages name a server, or a place in the log, but no data.
  if (error instanceof DamagedLogError || error instanceof StoreUnavailableError) {
    return `${name}: ${error.message}`;
  }
  const place = event ? ` at ${event.type}, position ${event.position.toString()}` : '';
  return `${name}${place}${line === undefined ? '' : `, ${line.trim()}`}`;
}

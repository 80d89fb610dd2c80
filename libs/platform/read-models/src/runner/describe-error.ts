import { DamagedLogError } from '#libs/platform/event-store';

/** An error without anything it may have quoted: class, place in the log, first line of the stack outside of libraries. */
export function describeError(
  error: unknown,
  event?: { readonly type: string; readonly position: bigint },
): string {
  const name = error instanceof Error ? error.name : typeof error;
  const frames = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  const line = frames.find((frame) => /^\s+at /.test(frame) && !frame.includes('node_modules'));
  // What is said of damage says where it is, and nothing of what stands there.
  if (error instanceof DamagedLogError) return `${name}: ${error.message}`;
  const place = event ? ` at ${event.type}, position ${event.position.toString()}` : '';
  return `${name}${place}${line === undefined ? '' : `, ${line.trim()}`}`;
}

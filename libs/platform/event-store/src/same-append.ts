import type { JsonObject } from './event-store.js';

/** The part of an event that tells its append. */
interface Appended {
  readonly stream: string;
  readonly metadata: object;
}

/**
 * Whether two consecutive events of a stream were appended together by one command, as far as they tell: a command appends to a stream
 * once. Returns false for events that name no command.
 */
export function areSameAppend(a: Appended, b: Appended): boolean {
  if (a.stream !== b.stream) return false;
  const [of, other] = [a.metadata as JsonObject, b.metadata as JsonObject];
  const { commandId } = of;
  return commandId !== undefined && commandId === other['commandId'] && of['at'] === other['at'];
}

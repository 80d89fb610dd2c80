import type { JsonObject } from './event-store.js';

/** What an event shows of its append. */
interface Appended {
  readonly stream: string;
  readonly metadata: object;
}

/**
 * Whether two events that follow each other, other streams' left out, were appended together by one command, as far as they tell: a
 * command appends to a stream once, alone or with others. Events that name no command tell nothing.
 */
export function areOfOneAppend(a: Appended, b: Appended): boolean {
  if (a.stream !== b.stream) return false;
  const [of, other] = [a.metadata as JsonObject, b.metadata as JsonObject];
  const { commandId } = of;
  return commandId !== undefined && commandId === other['commandId'] && of['at'] === other['at'];
}

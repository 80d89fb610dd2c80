/** Who waits for a turn. */
const waiting: (() => void)[] = [];

/**
 * Resolves when some of a long answer may be read and written: one piece in each turn of the event loop, however many such answers
 * there are, so that others get on.
 */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(nextTurn);
  });
}

function nextTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(nextTurn);
}

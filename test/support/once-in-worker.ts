const KEPT = Symbol.for('brokerage.once-in-worker');

/** What `make` answers, called once for all suites of a worker. For what costs much to make and nobody changes. */
export function onceInWorker<T>(key: string, make: () => T): T {
  const worker = globalThis as unknown as Record<symbol, Map<string, unknown> | undefined>;
  const kept = (worker[KEPT] ??= new Map<string, unknown>());
  if (!kept.has(key)) kept.set(key, make());
  return kept.get(key) as T;
}

/** What tells a worker of Jest that there are no more suites for it: CHILD_MESSAGE_END of jest-worker. */
const END = 2;

/** Whether this is a worker, that several suites may run in, one after the other. */
export const isWorker = (): boolean => process.connected;

/** Does something when the worker ends, which takes half a second at most. */
export function atEndOfWorker(act: () => void): void {
  const listen = ([type]: readonly [number]): void => {
    if (type !== END) return;
    process.off('message', listen);
    act();
  };
  process.on('message', listen);
}

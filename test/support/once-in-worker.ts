const KEPT = Symbol.for('brokerage.once-in-worker');

/** Calls `make` once for all suites of a worker. For expensive values that nothing changes. */
export function onceInWorker<T>(key: string, make: () => T): T {
  const worker = globalThis as unknown as Record<symbol, Map<string, unknown> | undefined>;
  const kept = (worker[KEPT] ??= new Map<string, unknown>());
  if (!kept.has(key)) kept.set(key, make());
  return kept.get(key) as T;
}

/** The message that ends a Jest worker: CHILD_MESSAGE_END of jest-worker. */
const END = 2;

/** Whether this process is a worker, in which several suites may run one after the other. */
export const isWorker = (): boolean => process.connected;

/** Runs `work` when the worker ends. Jest allows it half a second. */
export function atEndOfWorker(act: () => void): void {
  const listen = ([type]: readonly [number]): void => {
    if (type !== END) return;
    process.off('message', listen);
    act();
  };
  process.on('message', listen);
}

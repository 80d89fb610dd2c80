const KEPT = Symbol.for('brokerage.once-in-worker');

/** Calls `make` once for all suites of a worker. For expensive values that nothing changes. */
export function onceInWorker<T>(key: string, make: () => T): T {
  const worker = globalThis as unknown as Record<symbol, Map<string, unknown> | undefined>;
  const kept = (worker[KEPT] ??= new Map<string, unknown>());
  if (!kept.has(key)) kept.set(key, make());
  return kept.get(key) as T;
}

/** Whether this process is a worker, in which several suites may run one after the other. */
export const isWorker = (): boolean => process.connected;

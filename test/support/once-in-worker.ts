const KEPT = Symbol.for('brokerage.once-in-worker');

/** What `make` answers, called once for all suites of a worker. For what costs much to make and nobody changes. */
export function onceInWorker<T>(key: string, make: () => T): T {
  const worker = globalThis as unknown as Record<symbol, Map<string, unknown> | undefined>;
  const kept = (worker[KEPT] ??= new Map<string, unknown>());
  if (!kept.has(key)) kept.set(key, make());
  return kept.get(key) as T;
}

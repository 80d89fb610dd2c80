/** Descriptors that are kept for everything but connections of callers: logs, indexes, journals, documents, servers, webhooks, mail. */
const RESERVED = 512;

interface Limits {
  readonly userLimits?: { readonly open_files?: { readonly soft: number | 'unlimited' } };
}

/** How many files and sockets this process may have open; undefined where the system says nothing of it. */
function openFiles(): number | undefined {
  const report: NodeJS.ProcessReport & { excludeNetwork?: boolean } = process.report;
  // it need not look up the names of whoever is connected, nor lines of source for where it is asked
  report.excludeNetwork = true;
  const { userLimits } = report.getReport({ name: '', message: '', stack: '' }) as Limits;
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : undefined;
}

/**
 * Connections that a server may have at a time, so that stores never want for a descriptor: beyond 512, or half of what there is where
 * that is less, all are for callers. Undefined: no bound is known.
 */
export function mostConnections(limit: number | undefined = openFiles()): number | undefined {
  return limit === undefined ? undefined : limit - Math.min(RESERVED, Math.floor(limit / 2));
}

/** File descriptors reserved for everything except callers: logs, indexes, journals, documents, servers, webhooks, mail. */
const RESERVED = 512;

interface Limits {
  readonly userLimits?: { readonly open_files?: { readonly soft: number | 'unlimited' } };
}

/** Returns the limit of open files of this process; undefined if it is unknown. */
function openFiles(): number | undefined {
  const report: NodeJS.ProcessReport & { excludeNetwork?: boolean } = process.report;
  // Avoids name lookups of peers, and of the stack's source lines.
  report.excludeNetwork = true;
  const { userLimits } = report.getReport({ name: '', message: '', stack: '' }) as Limits;
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : undefined;
}

/**
 * Returns the connection limit of a server that leaves file descriptors to the stores: 512, or half of all if that is less. Undefined if
 * the limit of open files is unknown.
 */
export function mostConnections(limit: number | undefined = openFiles()): number | undefined {
  return limit === undefined ? undefined : limit - Math.min(RESERVED, Math.floor(limit / 2));
}

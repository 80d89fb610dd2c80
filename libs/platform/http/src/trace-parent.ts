import type { IncomingMessage } from 'node:http';

const FORM = /^00-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** The trace a request belongs to, as its caller names it (W3C Trace Context); undefined without one that is right. */
export function traceParent({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const { traceparent } = headers;
  return typeof traceparent === 'string' && FORM.test(traceparent) ? traceparent : undefined;
}

/** Id of the trace that a `traceparent` is of, 32 hexadecimal digits. */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  return traceparent?.slice(3, 35);
}

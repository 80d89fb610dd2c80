import type { IncomingMessage } from 'node:http';

const FORM = /^00-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** Returns the `traceparent` header of a request (W3C Trace Context); undefined if it is missing or invalid. */
export function traceParent({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const { traceparent } = headers;
  return typeof traceparent === 'string' && FORM.test(traceparent) ? traceparent : undefined;
}

/** Returns the trace id of a `traceparent`, 32 hexadecimal digits. */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  return traceparent?.slice(3, 35);
}

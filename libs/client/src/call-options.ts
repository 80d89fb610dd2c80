import { type ApiResponse, bodyOf, type Schemas } from './brokerage-api.js';

/** Options of one call, sent as headers. */
export interface CallOptions {
  /** Stays the same when the program sends the request again, after a restart for example. Default: a new one for each call. */
  readonly idempotencyKey?: string;
  /** Login id of the client that an advisor acts for. */
  readonly associatedMember?: string;
  /** `ETag` of the resource as it was read: 412 if it has changed since. */
  readonly ifMatch?: string;
  /** A fault that a sandbox plays once: `503`, `429;times=2`, `timeout-after-commit`. */
  readonly sandboxFault?: string;
}

interface WithHeaders {
  readonly headers: Readonly<Record<string, string>>;
}

const HEADERS = {
  idempotencyKey: 'Idempotency-Key',
  associatedMember: 'X-Associated-Member-Id',
  ifMatch: 'If-Match',
  sandboxFault: 'Sandbox-Fault',
} as const satisfies Record<keyof CallOptions, string>;

/** Spread it into a call: `api.members.create({ body, ...callOptions({ idempotencyKey }) })`. */
export function callOptions(options: CallOptions): WithHeaders {
  const headers: Record<string, string> = {};
  for (const [name, header] of Object.entries(HEADERS)) {
    const value = options[name as keyof CallOptions];
    if (value !== undefined) headers[header] = value;
  }
  return { headers };
}

/**
 * Asks what a write would do, without doing it: `dryRun((asked) => api.members.create({ body, ...asked }))`.
 * @throws ProblemError if the request would be refused
 */
export async function dryRun(
  call: (asked: WithHeaders) => Promise<ApiResponse<unknown>>,
  options: CallOptions = {},
): Promise<Schemas['DryRun']> {
  const { headers } = callOptions(options);
  const asked = { headers: { ...headers, 'Dry-Run': 'true' } };
  return (await bodyOf<unknown>(call(asked))) as Schemas['DryRun'];
}

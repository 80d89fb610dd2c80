import type { components } from './openapi.js';

/** One problem of an error list: `type` and, if known, `field`, `errorCode` and `message`. */
export type ClientProblem = components['schemas']['Problem'];

export interface SentRequest {
  readonly method: string;
  /** Without the query, which may name persons. */
  readonly path: string;
  /** How often it was sent. */
  readonly attempts: number;
  /** `Idempotency-Key` of all attempts: with it, the request can be sent again later. */
  readonly idempotencyKey?: string;
}

function named({ method, path, attempts }: SentRequest): string {
  return `${method} ${path}${attempts > 1 ? ` (${attempts} attempts)` : ''}`;
}

/** No attempt got a response: the service may or may not have carried the request out. `cause` is the error of the last attempt. */
export class ServiceUnreachableError extends Error {
  override readonly name = 'ServiceUnreachableError';

  constructor(
    readonly request: SentRequest,
    cause: unknown,
  ) {
    super(`${named(request)}: the service can't be reached`, { cause });
  }
}

/** An unsuccessful response, with every problem the service found. */
export class ProblemError extends Error {
  override readonly name: string = 'ProblemError';

  constructor(
    readonly status: number,
    readonly problems: readonly ClientProblem[],
    /** `X-Request-Id`, for the operator of the service. */
    readonly requestId: string | undefined,
    readonly request: SentRequest,
  ) {
    super(`${named(request)}: HTTP ${status}: ${problems.map(inWords).join('; ')}`);
  }

  has(errorCode: string): boolean {
    return this.problems.some((problem) => problem.errorCode === errorCode);
  }
}

function inWords({ type, field, errorCode, message }: ClientProblem): string {
  return [type, field, errorCode, message].filter((part) => part !== undefined).join(' ');
}

/** The error for an unsuccessful response, whose body it consumes. */
export async function problemErrorOf(
  response: Response,
  request: SentRequest,
): Promise<ProblemError> {
  const text = await response.text();
  const requestId = response.headers.get('x-request-id') ?? undefined;
  return new ProblemError(response.status, problemsIn(text), requestId, request);
}

/** Empty if the body is not an error list, which a proxy in between may cause. */
function problemsIn(text: string): readonly ClientProblem[] {
  try {
    const json = JSON.parse(text) as unknown;
    return Array.isArray(json) ? (json as ClientProblem[]) : [];
  } catch {
    return [];
  }
}

/**
 * A request of a firm, and what came back. It has nothing that a caller wrote freely: no body, no values of a query, and of the path only
 * ids that the service gives.
 */
export interface AnsweredRequest {
  /** Null if the caller chose one that may name a person. */
  readonly requestId: string | null;
  /** Milliseconds since 1970. */
  readonly answeredAt: number;
  /** From arrival to the end of the response, or to the beginning of a live stream. */
  readonly ms: number;
  readonly method: string;
  /** The path; anything in it that is no id is the name of its parameter, in braces. Null if no route matches. */
  readonly path: string | null;
  /** Names of the query parameters that the route knows, sorted. */
  readonly parameters: readonly string[];
  /** Null if there was none, or it may name a person. */
  readonly idempotencyKey: string | null;
  readonly isDryRun: boolean;
  /** Whether the response was that of an earlier request with the same key. */
  readonly isReplayed: boolean;
  readonly status: number;
  /** Codes of the problems, or their types where they have no code; each once. */
  readonly errorCodes: readonly string[];
  /** False if it was refused before its credentials were checked, or for them: only its API key says whose it is. */
  readonly isAuthenticated: boolean;
}

/** Keeps what firms sent. */
export interface RequestLog {
  /** Never throws and never waits. */
  note(firmId: string, request: AnsweredRequest): void;
  /** Whether a text has the form of a number that the service gives to a thing, so that a path may be kept with it. */
  isNumber(text: string): boolean;
}

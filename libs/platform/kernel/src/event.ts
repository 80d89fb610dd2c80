import type { Refusal } from './refusal.js';

/**
 * A fact of the domain. `type` is `<context>.<PastTense>`; the log adds the version (`folio.FolioCreated.v1`).
 * `data` is plain JSON, apart from {@link Secret} values.
 */
export interface DomainEvent<Type extends string = string, Data extends object = object> {
  readonly type: Type;
  readonly data: Data;
}

/** Several event types with the same data. */
export type EventsOf<Types extends string, Data extends object> = {
  [Type in Types]: DomainEvent<Type, Data>;
}[Types];

/** Who and what caused an event; stored in its metadata next to the hash of its predecessor. */
export interface CommandMetadata {
  /** Identifies the command: the same id never takes effect twice. */
  readonly commandId: string;
  readonly requestId: string;
  readonly correlationId: string;
  readonly causationId: string;
  /** API key, token subject or name of the acting process. */
  readonly caller: string;
  /** The caller's firm; absent for the back office and for processes. */
  readonly firmId?: string;
  /** Login id of the acting member ([auth.acting-member]). */
  readonly actingMember?: string;
  /** Login id of the client an advisor acts for (`X-Associated-Member-Id`). */
  readonly associatedMember?: string;
  /** When the client sent the request, ISO-8601 UTC. */
  readonly sentAt?: string;
  /** When the service received it, ISO-8601 UTC. */
  readonly receivedAt: string;
  /** Span of the command (W3C Trace Context), if requests are traced; later work links to it. */
  readonly traceparent?: string;
  /** When the events were recorded, ISO-8601 UTC; only if the decider was given the time of a sandbox clock. */
  readonly recordedAt?: string;
}

/** What a command comes with: its metadata and, not stored, how it is carried out. */
export interface CommandContext extends CommandMetadata {
  /**
   * Where earlier attempts may have left events: after this log position, or nowhere because the id is brand-new. Absent: anywhere.
   * Only avoids searching the log: the newest commands of a stream are known anyway.
   */
  readonly attemptedSince?: bigint | 'never';
  /** Records the use of the idempotency key before the command stores anything; rejects with the response if it can't. */
  readonly begin?: () => Promise<void>;
  /**
   * Asked again right before the append: the refusal, if this process meanwhile knows that the caller may no longer do this. A promise
   * only where that must be looked up.
   */
  readonly stillAllowed?: () => Promise<Refusal | undefined> | Refusal | undefined;
  /** Set if the command must keep its order among others. */
  readonly place?: PartitionPlace;
}

export function storedMetadata(context: CommandContext): CommandMetadata {
  const { attemptedSince, begin, stillAllowed, place, ...metadata } = context;
  return metadata;
}

/** What of a request makes a command: who sent it, and from `If-Match` the revision that it expects. */
export interface CommandSource {
  /** What its command comes with; throws if nobody is known to have sent it. */
  readonly command: CommandContext;
  readonly ifMatch: Precondition | undefined;
}

/** A command's place in a sequence. It is handed over once its predecessors have been, however they end. */
export interface PartitionPlace {
  /** Resolves once all predecessors have been handed over. */
  wait(): Promise<void>;
  /** Says that the command has been handed over, or never will be. */
  release(): void;
  /** Called while the store is away: resolves after a pause with whether to try again. Later commands stay behind this one. */
  waitToRetry(): Promise<boolean>;
}

/**
 * Metadata of a command sent by a process of the service rather than by a request.
 * @param caller name of the process, such as `cash.series-timer`
 */
export function processMetadata(
  caller: string,
  commandId: string,
  receivedAt: string,
): CommandMetadata {
  const ids = { commandId, requestId: commandId, correlationId: commandId, causationId: commandId };
  return { caller, receivedAt, ...ids };
}

/** An event in the log. */
export interface Recorded<E extends DomainEvent = DomainEvent> {
  readonly type: E['type'];
  readonly data: E['data'];
  readonly id: string;
  readonly stream: string;
  /** 0-based number within its stream. */
  readonly revision: number;
  /** Position in the log; strictly increasing. */
  readonly position: bigint;
  /** The time given to the decider, ISO-8601 UTC; for a sandbox, its business clock. Never the store's clock. */
  readonly at: string;
  readonly metadata: CommandMetadata;
  /** Fields are missing because the key of the person they describe was destroyed. */
  readonly erased?: true;
}

/** When an event was recorded, ISO-8601 UTC: {@link Recorded.at}, except for a sandbox with its own clock. */
export function recordingTime({
  at,
  metadata,
}: {
  readonly at: string;
  readonly metadata: Pick<CommandMetadata, 'recordedAt'>;
}): string {
  return metadata.recordedAt ?? at;
}

/** `Recorded` distributed over a union, so that narrowing `type` narrows `data`. */
export type RecordedOf<E extends DomainEvent> = E extends DomainEvent ? Recorded<E> : never;

/** What a write requires of its resource (`If-Match`, `If-None-Match: *`): one of these revisions, to exist, or not to exist. */
export type Precondition = readonly number[] | 'any' | 'none';

/** Whether a resource meets the expectation; its `revision` is undefined if it does not exist. */
export function isAsExpected(
  expected: Precondition | undefined,
  revision: number | undefined,
): boolean {
  if (expected === undefined) return true;
  if (expected === 'none') return revision === undefined;
  return revision !== undefined && (expected === 'any' || expected.includes(revision));
}

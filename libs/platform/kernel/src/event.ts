/**
 * A fact as the domain sees it. `type` is `<context>.<PastTense>`; the log stores it with its version appended
 * (`folio.FolioCreated.v1`). `data` is plain JSON apart from {@link Secret} values.
 */
export interface DomainEvent<Type extends string = string, Data extends object = object> {
  readonly type: Type;
  readonly data: Data;
}

/** Events of several types that say the same. */
export type EventsOf<Types extends string, Data extends object> = {
  [Type in Types]: DomainEvent<Type, Data>;
}[Types];

/** Who and what caused an event: kept in its metadata, next to the hash of its predecessor. */
export interface CommandMetadata {
  /** Identity of the command: the same id again never acts twice. */
  readonly commandId: string;
  readonly requestId: string;
  readonly correlationId: string;
  readonly causationId: string;
  /** API key, token subject or the name of the process that acts. */
  readonly caller: string;
  /** Firm the caller belongs to; absent for back office and processes. */
  readonly firmId?: string;
  /** Login id of the acting member ([auth.acting-member]). */
  readonly actingMember?: string;
  /** Login id of the client an advisor acts for: header `X-Associated-Member-Id`. */
  readonly associatedMember?: string;
  /** When the client sent the request, ISO-8601 UTC. */
  readonly sentAt?: string;
  /** When the service received it, ISO-8601 UTC. */
  readonly receivedAt: string;
  /** The span that the command is carried out in (W3C Trace Context), where requests are traced: later work is linked with it. */
  readonly traceparent?: string;
  /** When its events were recorded, ISO-8601 UTC: only where the decider was given the time of a sandbox's clock. */
  readonly recordedAt?: string;
  /** Only of a command that is sent again under the same id (`Idempotency-Key`): whether it has been. No event keeps it. */
  readonly attempt?: 'first' | 'again';
  /**
   * Where an earlier attempt at the command can have left events: behind a position of the log, or nowhere, as its id was made for it
   * just now. Absent: anywhere. What a stream's newest commands left is known without, so it only saves looking. No event keeps it.
   */
  readonly attemptedSince?: bigint | 'never';
  /**
   * Only of a command that is sent again: keeps what the key is used for, before anything the command leaves is stored. Rejects with the answer where
   * it can't be. No event keeps it.
   */
  readonly begin?: () => Promise<void>;
  /** Only of one of many commands that keep an order among themselves. No event keeps it. */
  readonly turn?: Turn;
}

/** The place of a command in the order of others: it is handed over when they have been, and takes no notice of how they end. */
export interface Turn {
  /** Resolves when everything before it has been handed over. */
  come(): Promise<void>;
  /** It has been handed over, or will never be. */
  pass(): void;
  /** Asked while the store is away: after a pause, whether to try once more. Commands that come later stay behind it. */
  tryAgain(): Promise<boolean>;
}

/**
 * Metadata of a command that no request sent: a process of the service acts by itself.
 * @param caller name of the process, such as `cash.series-timer`
 * @param receivedAt when it acts, ISO-8601 UTC
 */
export function processMetadata(
  caller: string,
  commandId: string,
  receivedAt: string,
): CommandMetadata {
  const ids = { commandId, requestId: commandId, correlationId: commandId, causationId: commandId };
  return { caller, receivedAt, ...ids };
}

/** An event as it stands in the log. */
export interface Recorded<E extends DomainEvent = DomainEvent> {
  readonly type: E['type'];
  readonly data: E['data'];
  readonly id: string;
  readonly stream: string;
  /** 0-based number in its stream. */
  readonly revision: number;
  /** Place in the whole log; strictly increasing. */
  readonly position: bigint;
  /** The time the decider was given, ISO-8601 UTC: never the store's own clock. Of a sandbox it is that of its business clock. */
  readonly at: string;
  readonly metadata: CommandMetadata;
  /** Fields of it are left out: the key of the person they are about was destroyed. */
  readonly erased?: true;
}

/** When an event was recorded, ISO-8601 UTC: {@link Recorded.at}, but for one of a sandbox with a clock of its own. */
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

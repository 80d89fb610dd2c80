import type { CommandMetadata, DomainEvent, PublishedType, Timestamp } from '#libs/platform/kernel';

/** What a log event means to readers of the feed. */
export interface Draft {
  readonly type: PublishedType;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * An event as readers receive it: CloudEvents 1.0 in JSON. `sequence` and `sequencetype` follow the documented "sequence"
 * extension: a decimal string that starts at 1 for each account and grows by 1.
 */
interface PublishedEvent {
  readonly specversion: '1.0';
  /** UUID, the same in every delivery. */
  readonly id: string;
  readonly source: string;
  readonly type: string;
  /** Path of the changed resource. */
  readonly subject: string;
  /** When it happened. */
  readonly time: Timestamp;
  readonly datacontenttype: 'application/json';
  readonly sequence: string;
  readonly sequencetype: 'Integer';
  /** Account number, ids and states; no personal data. */
  readonly data: Readonly<Record<string, unknown>> & { readonly accountNumber: string };
}

export interface DeliveredEvent extends PublishedEvent {
  /** Consistency token of what it is about: `asOf` with it shows the state right after that. */
  readonly position: string;
}

/** An account and the firm it belongs to. */
export interface OwnedAccount {
  readonly accountNumber: string;
  readonly firmId: string;
}

/** Which events a reader of a feed wants. An empty list selects all. */
export interface FeedFilter {
  /** Published types. */
  readonly eventTypes: readonly string[];
  /** Account numbers. */
  readonly accounts: readonly string[];
}

/** An event was appended to the public stream of its account, `feed-{firmId}-{accountNumber}`. */
export type EventPublished = DomainEvent<
  'feed.EventPublished',
  OwnedAccount & { readonly event: PublishedEvent }
>;

/** Metadata of a published event: that of a command, and the log position of its source. */
export type PublishedMetadata = CommandMetadata & { readonly sourcePosition: string };

/** Prefix of all public streams, or of those of one firm. */
export function feedPrefix(firmId?: string): string {
  return firmId === undefined ? 'feed-' : `feed-${firmId}-`;
}

/**
 * The public stream of an account. The firm comes first, so that a store can select the events of a firm by prefix. An account
 * never changes its firm.
 */
export function feedStream(firmId: string, accountNumber: string): string {
  return feedPrefix(firmId) + accountNumber;
}

export function toPublishedEvent(
  { type: { name: type, resource }, data }: Draft,
  parts: Pick<PublishedEvent, 'id' | 'time'> &
    Pick<OwnedAccount, 'accountNumber'> & { readonly sequence: number },
): PublishedEvent {
  const { id, accountNumber, sequence, time } = parts;
  const source = `/restapi/accounts/${accountNumber}`;
  const path = resource.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(data[name])),
  );
  return {
    specversion: '1.0',
    id,
    source,
    type,
    subject: source + path,
    time,
    datacontenttype: 'application/json',
    sequence: String(sequence),
    sequencetype: 'Integer',
    data: { accountNumber, ...data },
  };
}

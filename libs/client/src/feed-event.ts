import type { EventData } from './events.js';

/** A published event: CloudEvents 1.0. */
interface CloudEvent<Type extends string, Data> {
  readonly specversion: '1.0';
  /** UUID, the same however often the event is delivered. */
  readonly id: string;
  /** Path of the account. */
  readonly source: string;
  readonly type: Type;
  /** Path of what has changed. */
  readonly subject: string;
  /** ISO-8601 UTC. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Digits, counting the events of an account from 1. */
  readonly sequence: string;
  readonly sequencetype: 'Integer';
  /** Consistency token of what happened: `asOf` with it shows the state right after. */
  readonly position: string;
  readonly data: Data;
}

/** Types of events that this version of the client knows. */
export type KnownEventType = keyof EventData;

/** The event of a type: `EventOf<'brokerage.account.opened.v1'>`. */
export type EventOf<Type extends KnownEventType> = CloudEvent<Type, EventData[Type]>;

/** Any other text. TypeScript tells a union apart by literals only, and an enum is the one that no text of a program can be. */
declare enum LaterType {
  Any = '',
}

/** An event of a type that the service has got since: `GET /schemas/events/{type}.json` describes its data. */
export type LaterEvent = CloudEvent<
  LaterType,
  Readonly<Record<string, unknown>> & { readonly accountNumber: string }
>;

/** A published event. Its `type` tells what `data` has; the default case of a `switch` has the types that came later. */
export type FeedEvent = { [Type in KnownEventType]: EventOf<Type> }[KnownEventType] | LaterEvent;

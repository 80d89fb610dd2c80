import type { Recorded } from '#libs/platform/kernel';

export type EventData = Readonly<Record<string, unknown>>;

/** An id of something that an event is about. */
export interface About {
  readonly name: string;
  readonly value: string;
}

/** Why something was refused, ended or lifted. */
export interface Reason {
  readonly outcome: 'refused' | 'lifted' | 'cancelled' | 'rejected' | 'followed';
  /** Error code of the rule, or another code for the reason. */
  readonly code?: string;
  readonly cause?: string;
  /** Login id or firm id of who acted. */
  readonly by?: string;
  readonly remainingAttempts?: number;
}

/** How histories describe an event type, and whose histories. Pure: depends only on the event and its predecessor. */
export interface EventHistory {
  /** What happened, for people. */
  readonly title: string;
  /** Subjects whose history contains the event; the export of the first one includes it. Default: none. */
  readonly subjects?: (data: EventData, stream: string) => readonly string[];
  /** Ids of what the event is about; default: the values of its naming fields. */
  readonly about?: (data: EventData) => readonly About[];
  /** Which item of its stream the event is about; default: the only one. */
  readonly thing?: (data: EventData) => string;
  /** Fields that get a new value; default: all but the naming fields. */
  readonly fields?: (data: EventData) => EventData;
  /** The item is new or was gone: none of its fields had a value. */
  readonly begins?: boolean;
  /** The item is gone: all its fields are null. */
  readonly ends?: boolean;
  /** `before` is the previous event of the stream. */
  readonly reason?: (data: EventData, before: Recorded | undefined) => Reason | undefined;
}

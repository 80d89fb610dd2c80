import {
  conflict,
  type Decider,
  type Decision,
  type DecisionContext,
  notFound,
  omit,
  type RecordedOf,
  refuse,
  RuleBook,
  type Timestamp,
  timestampOf,
} from '#libs/platform/kernel';
import type { MailEvent, MailFailure, MailOffered, MailRequested } from './mail.events.js';

/** Makes a mail due. A repeated id changes nothing. */
export type RequestMail = { readonly type: 'RequestMail' } & Omit<Requested, 'requestedAt'>;

/** Records that a due mail is about to be handed to the mail server. Refused unless this offer is the only one. */
type OfferMail = { readonly type: 'OfferMail' } & Offer;

/** The outcome of an attempt; `offer` is null if it failed before the offer. */
export type AttemptResult = { readonly offer: string | null } & (
  | { readonly result: 'sent' }
  | { readonly result: 'refused'; readonly permanent: boolean; readonly code: string }
  | { readonly result: 'no-address' | 'unconfirmed' }
);

/**
 * Records the outcome of sending a due mail. `sent` always counts; other outcomes only while their offer is the current one or,
 * without an offer, while there is none.
 */
export type RecordAttempt = AttemptResult & {
  readonly type: 'RecordAttempt';
  readonly mailId: string;
};

/** Requests that a failed mail is sent again. */
interface RequeueMail {
  readonly type: 'RequeueMail';
}

export type MailCommand = RequestMail | OfferMail | RecordAttempt | RequeueMail;

export const mailRules = new RuleBook({ 'mail.not.failed.rule': 'The mail has not failed' });

/** Pauses after the first, second … temporary refusal, in seconds; the last one repeats. */
const PAUSES_S = [10, 60, 300, 1_800, 7_200, 14_400];

/** How long a mail is tried, in days. */
const DAYS = 3;

function attempt(command: RecordAttempt, mail: Mail, now: string): Decision<MailEvent> {
  const { mailId, loginId, status } = mail;
  const isCurrent = status === 'due' && command.offer === (mail.offered?.offer ?? null);
  if (status === 'sent' || (!isCurrent && command.result !== 'sent')) return [];
  // the attempt of a mail that has failed meanwhile is already counted
  const number = status === 'due' ? mail.attempts + 1 : mail.attempts;
  const failed = (reason: MailFailure, code: string | null): MailEvent => ({
    type: 'mail.MailFailed',
    data: { mailId, loginId, attempt: number, reason, code },
  });
  switch (command.result) {
    case 'sent':
      return [{ type: 'mail.MailSent', data: { mailId, loginId, attempt: number } }];
    case 'no-address':
    case 'unconfirmed':
      return [failed(command.result, null)];
    case 'refused': {
      const { permanent, code } = command;
      if (permanent) return [failed('refused', code)];
      const pause = PAUSES_S[Math.min(mail.deferrals, PAUSES_S.length - 1)] ?? 0;
      const next = Date.parse(now) + pause * 1_000;
      if (next > Date.parse(mail.triedSince) + DAYS * 86_400_000) return [failed('given-up', code)];
      const nextAttemptAt = timestampOf(next);
      const data = { mailId, loginId, attempt: number, code, nextAttemptAt };
      return [{ type: 'mail.MailDeferred', data }];
    }
  }
}

function decide(
  command: MailCommand,
  mail: MailState,
  { now }: DecisionContext,
): Decision<MailEvent> {
  switch (command.type) {
    case 'RequestMail': {
      if (mail) return [];
      const content = omit(command, 'type');
      return [{ type: 'mail.MailRequested', data: { ...content, requestedAt: now } }];
    }
    case 'OfferMail': {
      if (!mail) return notFound();
      const { mailId, loginId, status, attempts } = mail;
      if (status !== 'due' || mail.offered !== null)
        return conflict('The mail is already offered, or not due.');
      const { offer, place } = command;
      const data = { mailId, loginId, attempt: attempts + 1, offer, place };
      return [{ type: 'mail.MailOffered', data }];
    }
    case 'RecordAttempt':
      return mail ? attempt(command, mail, now) : notFound();
    case 'RequeueMail': {
      if (!mail) return notFound();
      if (mail.status !== 'failed') {
        return refuse(mailRules.broken('mail.not.failed.rule', `The mail is ${mail.status}.`));
      }
      const { mailId, loginId } = mail;
      return [{ type: 'mail.MailRequeued', data: { mailId, loginId, requeuedAt: now } }];
    }
  }
}

/** The rules of a mail, stream `mail-{mailId}`. */
export const mailDecider: Decider<MailState, MailCommand, MailEvent> = {
  category: 'mail',
  initial: undefined,
  decide,
  evolve: evolveMail,
};

/** An offer whose outcome is unknown yet. */
export type Offer = Pick<MailOffered['data'], 'offer' | 'place'>;

type Requested = MailRequested['data'];

/** The state of a mail. */
export type Mail = Readonly<
  Requested & {
    /** `due`: to be sent at `dueAt`, or being sent. */
    status: 'due' | 'sent' | 'failed';
    attempts: number;
    offered: Offer | null;
    /** Temporary refusals since it was requested or requeued. */
    deferrals: number;
    /** Null once sent or failed. */
    dueAt: Timestamp | null;
    /** When the attempts began. */
    triedSince: Timestamp;
    /** Reply code of the last failed attempt. */
    code: string | null;
    failure: MailFailure | null;
  }
>;

/** Undefined for a mail that was never requested. */
export type MailState = Mail | undefined;

export function evolveMail(mail: MailState, event: MailEvent | RecordedOf<MailEvent>): MailState {
  if (event.type === 'mail.MailRequested') {
    const { requestedAt } = event.data;
    return {
      ...event.data,
      status: 'due',
      attempts: 0,
      offered: null,
      deferrals: 0,
      dueAt: requestedAt,
      triedSince: requestedAt,
      code: null,
      failure: null,
    };
  }
  if (!mail) return undefined;
  switch (event.type) {
    case 'mail.MailOffered': {
      const { offer, place } = event.data;
      return { ...mail, offered: { offer, place } };
    }
    case 'mail.MailSent': {
      const { attempt: attempts } = event.data;
      const settled = { offered: null, dueAt: null, code: null, failure: null };
      return { ...mail, status: 'sent', attempts, ...settled };
    }
    case 'mail.MailDeferred': {
      const { attempt: attempts, code, nextAttemptAt: dueAt } = event.data;
      return { ...mail, attempts, offered: null, deferrals: mail.deferrals + 1, code, dueAt };
    }
    case 'mail.MailFailed': {
      const { attempt: attempts, code, reason: failure } = event.data;
      return { ...mail, status: 'failed', attempts, offered: null, dueAt: null, code, failure };
    }
    case 'mail.MailRequeued': {
      const { requeuedAt: dueAt } = event.data;
      return { ...mail, status: 'due', deferrals: 0, dueAt, triedSince: dueAt, failure: null };
    }
  }
}

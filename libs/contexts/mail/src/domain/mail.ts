import {
  type Decider,
  type Decision,
  type DecisionContext,
  notFound,
  omit,
  type RecordedOf,
  refuse,
  ruleProblem,
  timestampOf,
} from '#libs/platform/kernel';
import type { MailEvent, MailFailure, MailRequested } from './mail.events.js';

/** `due`: to be sent at `dueAt`. */
export type MailStatus = 'due' | 'sent' | 'failed';

/** A mail as it stands. */
export type Mail = { readonly [Key in keyof Fields]: Fields[Key] };

type Requested = MailRequested['data'];
interface Fields extends Requested {
  readonly status: MailStatus;
  /** Times it was handed to the mail server. */
  readonly attempts: number;
  /** Refusals for now since it was requested, or requeued. */
  readonly deferrals: number;
  /** ISO-8601 UTC; null once it is settled. */
  readonly dueAt: string | null;
  /** Since when it is tried: ISO-8601 UTC. */
  readonly triedSince: string;
  /** Of the last attempt that failed. */
  readonly code: string | null;
  readonly failure: MailFailure | null;
}

/** A mail that was never requested is undefined. */
export type MailState = Mail | undefined;

/** A mail becomes due. The same id again changes nothing. */
export type RequestMail = { readonly type: 'RequestMail' } & Omit<Requested, 'requestedAt'>;

/** What came of sending a mail that was due. On a settled mail it changes nothing. */
export type RecordAttempt = { readonly type: 'RecordAttempt'; readonly mailId: string } & (
  | { readonly result: 'sent' }
  | { readonly result: 'refused'; readonly permanent: boolean; readonly code: string }
  | { readonly result: 'no-address' }
);

/** An operator has a mail that failed sent once more. */
export interface RequeueMail {
  readonly type: 'RequeueMail';
}

/** What can be asked of a mail. */
export type MailCommand = RequestMail | RecordAttempt | RequeueMail;

const MailRule = {
  /** Only a mail that failed is sent once more. */
  NotFailed: 'mail.not.failed.rule',
} as const;

/** Pauses after the first, second … refusal for now, in seconds; the last one repeats. */
const PAUSES_S = [10, 60, 300, 1_800, 7_200, 14_400];
/** So long a mail is tried, in days. */
const DAYS = 3;

function attempt(command: RecordAttempt, mail: Mail, now: string): Decision<MailEvent> {
  if (mail.status !== 'due') return [];
  const { mailId, loginId } = mail;
  const number = mail.attempts + 1;
  const failed = (reason: MailFailure, code: string | null): MailEvent => ({
    type: 'mail.MailFailed',
    data: { mailId, loginId, attempt: number, reason, code },
  });
  switch (command.result) {
    case 'sent':
      return [{ type: 'mail.MailSent', data: { mailId, loginId, attempt: number } }];
    case 'no-address':
      return [failed('no-address', null)];
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
    case 'RecordAttempt':
      return mail ? attempt(command, mail, now) : notFound();
    case 'RequeueMail':
      if (!mail) return notFound();
      if (mail.status !== 'failed') {
        return refuse(ruleProblem(MailRule.NotFailed, `The mail is ${mail.status}.`));
      }
      return [
        {
          type: 'mail.MailRequeued',
          data: { mailId: mail.mailId, loginId: mail.loginId, requeuedAt: now },
        },
      ];
  }
}

/** The mail after an event. */
export function evolveMail(mail: MailState, event: MailEvent | RecordedOf<MailEvent>): MailState {
  if (event.type === 'mail.MailRequested') {
    const { requestedAt } = event.data;
    return {
      ...event.data,
      status: 'due',
      attempts: 0,
      deferrals: 0,
      dueAt: requestedAt,
      triedSince: requestedAt,
      code: null,
      failure: null,
    };
  }
  if (!mail) return undefined;
  switch (event.type) {
    case 'mail.MailSent': {
      const { attempt: attempts } = event.data;
      return { ...mail, status: 'sent', attempts, dueAt: null, code: null };
    }
    case 'mail.MailDeferred': {
      const { attempt: attempts, code, nextAttemptAt: dueAt } = event.data;
      return { ...mail, attempts, deferrals: mail.deferrals + 1, code, dueAt };
    }
    case 'mail.MailFailed': {
      const { attempt: attempts, code, reason: failure } = event.data;
      return { ...mail, status: 'failed', attempts, dueAt: null, code, failure };
    }
    case 'mail.MailRequeued': {
      const { requeuedAt: dueAt } = event.data;
      return { ...mail, status: 'due', deferrals: 0, dueAt, triedSince: dueAt, failure: null };
    }
  }
}

/** One mail, stream `mail-{mailId}`. */
export const mailDecider: Decider<MailState, MailCommand, MailEvent> = {
  category: 'mail',
  initial: undefined,
  decide,
  evolve: evolveMail,
};

import {
  conflict,
  type Decider,
  type Decision,
  type DecisionContext,
  notFound,
  omit,
  refuse,
  RuleBook,
  timestampOf,
} from '#libs/platform/kernel';
import type { MailEvent, MailFailure } from './mail.events.js';
import { evolveMail, type Mail, type MailState, type Offer, type Requested } from './mail.state.js';

/** A mail becomes due. The same id again changes nothing. */
export type RequestMail = { readonly type: 'RequestMail' } & Omit<Requested, 'requestedAt'>;

/** A mail that is due is about to be the mail server's. Refused unless this offer is the only one. */
export type OfferMail = { readonly type: 'OfferMail' } & Offer;

/**
 * What came of sending a mail that was due. That it was sent counts whatever has been noted since; anything else only while the offer
 * it came of still stands, and where it came of none, while nobody has made one.
 */
export type RecordAttempt = {
  readonly type: 'RecordAttempt';
  readonly mailId: string;
  readonly offer: string | null;
} & (
  | { readonly result: 'sent' }
  | { readonly result: 'refused'; readonly permanent: boolean; readonly code: string }
  | { readonly result: 'no-address' | 'unconfirmed' }
);

/** An operator has a mail that failed sent once more. */
export interface RequeueMail {
  readonly type: 'RequeueMail';
}

/** What can be asked of a mail. */
export type MailCommand = RequestMail | OfferMail | RecordAttempt | RequeueMail;

/** The rules of mails. */
export const mailRules = new RuleBook({ 'mail.not.failed.rule': 'The mail has not failed' });

/** Pauses after the first, second … refusal for now, in seconds; the last one repeats. */
const PAUSES_S = [10, 60, 300, 1_800, 7_200, 14_400];
/** So long a mail is tried, in days. */
const DAYS = 3;

function attempt(command: RecordAttempt, mail: Mail, now: string): Decision<MailEvent> {
  const { mailId, loginId, status } = mail;
  const stands = status === 'due' && command.offer === (mail.offered?.offer ?? null);
  if (status === 'sent' || (!stands && command.result !== 'sent')) return [];
  // of a mail that failed since, the attempt is counted already
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
        return conflict('The mail is offered already, or not due.');
      const { offer, place } = command;
      const data = { mailId, loginId, attempt: attempts + 1, offer, place };
      return [{ type: 'mail.MailOffered', data }];
    }
    case 'RecordAttempt':
      return mail ? attempt(command, mail, now) : notFound();
    case 'RequeueMail':
      if (!mail) return notFound();
      if (mail.status !== 'failed') {
        return refuse(mailRules.broken('mail.not.failed.rule', `The mail is ${mail.status}.`));
      }
      return [
        {
          type: 'mail.MailRequeued',
          data: { mailId: mail.mailId, loginId: mail.loginId, requeuedAt: now },
        },
      ];
  }
}

/** One mail, stream `mail-{mailId}`. */
export const mailDecider: Decider<MailState, MailCommand, MailEvent> = {
  category: 'mail',
  initial: undefined,
  decide,
  evolve: evolveMail,
};

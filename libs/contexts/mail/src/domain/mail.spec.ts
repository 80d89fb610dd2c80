import { describe, expect, it } from '@jest/globals';
import { ruleProblem } from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import { mailDecider, type RecordAttempt, type RequestMail } from './mail.js';
import type { MailEvent } from './mail.events.js';

const mailId = 'm1';
const loginId = 'jdoe';
const T0 = '2026-03-02T15:00:00.000Z';
const mail = specification(mailDecider);
const content = { mailId, loginId, firmId: '1', topic: 't', subject: 's', text: 'x' };
const request: RequestMail = { type: 'RequestMail', ...content };
const requested: MailEvent = {
  type: 'mail.MailRequested',
  data: { ...content, requestedAt: T0 },
};
const record = (result: Omit<RecordAttempt, 'type' | 'mailId'>): RecordAttempt =>
  ({ type: 'RecordAttempt', mailId, ...result }) as RecordAttempt;
const later = (seconds: number): string => new Date(Date.parse(T0) + seconds * 1_000).toISOString();
const deferred = (attempt: number, seconds: number): MailEvent => ({
  type: 'mail.MailDeferred',
  data: { mailId, loginId, attempt, code: '451', nextAttemptAt: later(seconds) },
});
const failed: MailEvent = {
  type: 'mail.MailFailed',
  data: { mailId, loginId, attempt: 1, reason: 'refused', code: '550' },
};
const sent: MailEvent = { type: 'mail.MailSent', data: { mailId, loginId, attempt: 1 } };
const temporary = record({ result: 'refused', permanent: false, code: '451' } as never);
const permanent = record({ result: 'refused', permanent: true, code: '550' } as never);

describe('a mail', () => {
  it('is requested once', () => {
    mail.given([]).at(T0).when(request).then([requested]);
    mail.given([requested]).when(request).thenNothing();
    mail.given([requested, sent]).when(request).thenNothing();
  });

  it('is settled once', () => {
    mail
      .given([requested])
      .when(record({ result: 'sent' }))
      .then([sent]);
    mail
      .given([requested, sent])
      .when(record({ result: 'sent' }))
      .thenNothing();
    mail.given([requested, sent]).when(permanent).thenNothing();
    mail
      .given([requested, failed])
      .when(record({ result: 'sent' }))
      .thenNothing();
  });

  it('fails when it is refused for good, or there is no address', () => {
    mail.given([requested]).when(permanent).then([failed]);
    mail
      .given([requested])
      .when(record({ result: 'no-address' }))
      .then([
        {
          type: 'mail.MailFailed',
          data: { mailId, loginId, attempt: 1, reason: 'no-address', code: null },
        },
      ]);
  });

  it('waits longer after each refusal for now, and fails after three days', () => {
    const history: MailEvent[] = [requested];
    let now = T0;
    for (let attempt = 1; attempt < 100; attempt++) {
      const decision = mailDecider.decide(
        temporary,
        history.reduce(mailDecider.evolve, mailDecider.initial),
        { now, ids: undefined as never },
      ) as readonly MailEvent[];
      const [event] = decision;
      if (event?.type !== 'mail.MailDeferred') {
        expect(event).toMatchObject({ data: { attempt, reason: 'given-up', code: '451' } });
        expect(attempt).toBeGreaterThan(15);
        expect(Date.parse(now) - Date.parse(T0)).toBeGreaterThan(2.5 * 86_400_000);
        return;
      }
      expect(event.data.nextAttemptAt > now).toBe(true);
      now = event.data.nextAttemptAt;
      history.push(event);
    }
    throw new Error('it is never given up');
  });

  it('is due again after a refusal for now', () => {
    mail
      .given([requested])
      .at(T0)
      .when(temporary)
      .then([deferred(1, 10)]);
    mail
      .given([requested, deferred(1, 10)])
      .at(later(10))
      .when(temporary)
      .then([deferred(2, 70)]);
  });

  it('is sent once more when an operator asks for it after it failed, and only then', () => {
    const requeued: MailEvent = {
      type: 'mail.MailRequeued',
      data: { mailId, loginId, requeuedAt: T0 },
    };
    const requeue = { type: 'RequeueMail' } as const;
    mail.given([requested, failed]).at(T0).when(requeue).then([requeued]);
    mail
      .given([requested, failed, requeued])
      .when(record({ result: 'sent' }))
      .then([{ type: 'mail.MailSent', data: { mailId, loginId, attempt: 2 } }]);
    for (const [history, status] of [
      [[requested], 'due'],
      [[requested, sent], 'sent'],
    ] as const) {
      const problem = ruleProblem('mail.not.failed.rule', `The mail is ${status}.`);
      mail.given(history).when(requeue).thenRefused([problem]);
    }
  });
});

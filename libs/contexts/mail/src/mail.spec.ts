import { describe, expect, it } from '@jest/globals';
import { ruleProblem } from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import type { MailEvent } from './mail.events.js';
import { mailDecider, type RecordAttempt, type RequestMail } from './mail.js';

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

const record = (result: object, offer: string | null = null): RecordAttempt =>
  ({ type: 'RecordAttempt', mailId, offer, ...result }) as RecordAttempt;

const later = (seconds: number): string => new Date(Date.parse(T0) + seconds * 1_000).toISOString();

const deferred = (attempt: number, seconds: number): MailEvent => ({
  type: 'mail.MailDeferred',
  data: { mailId, loginId, attempt, code: '451', nextAttemptAt: later(seconds) },
});

const failed: MailEvent = {
  type: 'mail.MailFailed',
  data: { mailId, loginId, attempt: 1, reason: 'refused', code: '550' },
};

const sentAt = (attempt: number): MailEvent => ({
  type: 'mail.MailSent',
  data: { mailId, loginId, attempt },
});

const sent = sentAt(1);

const offered = (offer: string, attempt = 1): MailEvent => ({
  type: 'mail.MailOffered',
  data: { mailId, loginId, attempt, offer, place: null },
});

const unconfirmed: MailEvent = {
  type: 'mail.MailFailed',
  data: { mailId, loginId, attempt: 1, reason: 'unconfirmed', code: null },
};

const requeued: MailEvent = {
  type: 'mail.MailRequeued',
  data: { mailId, loginId, requeuedAt: T0 },
};

const refusal = { result: 'refused', permanent: false, code: '451' };

const temporary = record(refusal);

const permanent = record({ result: 'refused', permanent: true, code: '550' });

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
    mail.given([requested, failed]).when(temporary).thenNothing();
  });

  it('is offered only once, and only while due', () => {
    const offer = { type: 'OfferMail', offer: 'a', place: null } as const;
    const message = 'The mail is already offered, or not due.';
    const notNow = { type: 'CONFLICT', message } as const;
    mail
      .given([requested])
      .when(offer)
      .then([offered('a')]);
    mail
      .given([requested, offered('b'), deferred(1, 10)])
      .when(offer)
      .then([offered('a', 2)]);
    for (const since of [[offered('a')], [sent], [failed], [offered('b'), unconfirmed]]) {
      mail
        .given([requested, ...since])
        .when(offer)
        .thenRefused([notNow], 'conflict');
    }
  });

  it('is settled by the outcome of its own offer only', () => {
    const given = mail.given([requested, offered('a')]).at(T0);
    given.when(record({ result: 'sent' }, 'a')).then([sent]);
    given.when(record(refusal, 'a')).then([deferred(1, 10)]);
    given.when(record({ result: 'unconfirmed' }, 'a')).then([unconfirmed]);
    for (const result of [refusal, { result: 'unconfirmed' }]) {
      given.when(record(result, 'b')).thenNothing();
      mail.given([requested]).when(record(result, 'a')).thenNothing();
      mail
        .given([requested, offered('a'), deferred(1, 10)])
        .when(record(result, 'a'))
        .thenNothing();
    }
    given.when(temporary).thenNothing();
    given.when(record({ result: 'no-address' })).thenNothing();
  });

  it('counts as sent once anybody knows so, whatever was recorded since', () => {
    const late = record({ result: 'sent' }, 'a');
    const history = [requested, offered('a'), unconfirmed];
    mail.given(history).when(late).then([sent]);
    mail
      .given([...history, requeued])
      .when(late)
      .then([sentAt(2)]);
    mail
      .given([...history, requeued, offered('b', 2)])
      .when(late)
      .thenState((state) => {
        expect(state).toMatchObject({ status: 'sent', offered: null, dueAt: null, failure: null });
      });
    mail
      .given([...history, requeued, offered('b', 2), sentAt(2)])
      .when(late)
      .thenNothing();
  });

  it('that is unconfirmed is sent again only if an operator requeues it', () => {
    const history = [requested, offered('a'), unconfirmed];
    mail.given(history).at(T0).when({ type: 'RequeueMail' }).then([requeued]);
    mail
      .given([...history, requeued])
      .when({ type: 'OfferMail', offer: 'b', place: null })
      .then([offered('b', 2)]);
  });

  it('fails if it is refused permanently, or if there is no address', () => {
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

  it('waits longer after each temporary refusal, and fails after three days', () => {
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

  it('is due again after a temporary refusal', () => {
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

  it('is sent again if an operator requeues it after it failed, and only then', () => {
    const requeue = { type: 'RequeueMail' } as const;
    mail.given([requested, failed]).at(T0).when(requeue).then([requeued]);
    mail
      .given([requested, failed, requeued])
      .when(record({ result: 'sent' }))
      .then([sentAt(2)]);
    for (const [history, status] of [
      [[requested], 'due'],
      [[requested, sent], 'sent'],
    ] as const) {
      const problem = ruleProblem('mail.not.failed.rule', `The mail is ${status}.`);
      mail.given(history).when(requeue).thenRefused([problem]);
    }
  });
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { type CommandMetadata, isRefusal } from '#libs/platform/kernel';
import type { MailEvent } from './mail.events.js';
import { type MailCommand, mailDecider, type MailState } from './mail.js';
import { type Mailer, MailRefusedError, MailServerUnavailableError } from './mail.ports.js';
import { MailSender } from './mail.reactions.js';

const mailId = 'm1';

const loginId = 'jdoe';

const T0 = '2026-03-02T15:00:00.000Z';

const content = { mailId, loginId, firmId: '1', topic: 't', subject: 's', text: 'x' };

const never = new AbortController().signal;

/** A promise that is settled from outside. */
function opened<T>(): { promise: Promise<T>; open: (value: T) => void } {
  let open: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => (open = resolve));
  return { promise, open };
}

describe('MailSender', () => {
  let log: MailEvent[];
  let commandIds: Set<string>;
  /** Called before each append. Returns whether the log accepts it; an append or its confirmation may get lost. */
  let append: (command: MailCommand) => 'done' | 'lost' | 'unknown';
  let send: Mailer['send'];
  /** The newest event of the log each time the mailer learned that the outcome of a mail is recorded. */
  let settled: string[];
  let ids: number;
  let sender: MailSender;

  const state = (): MailState => log.reduce(mailDecider.evolve, mailDecider.initial);
  const types = (): string[] => log.map(({ type }) => type.replace('mail.Mail', ''));
  const aggregates = {
    load: () => Promise.resolve({ state: state(), position: BigInt(log.length) }),
  };
  const commands = {
    executeUnrefused: async (
      _: unknown,
      _id: string,
      command: MailCommand,
      metadata: CommandMetadata,
    ) => {
      await Promise.resolve();
      if (commandIds.has(metadata.commandId)) return 0n;
      const happens = append(command);
      if (happens === 'lost') throw new StoreUnavailableError('away');
      const decision = mailDecider.decide(command, state(), { now: T0, ids: undefined as never });
      if (isRefusal(decision)) throw new Error(`refused: ${decision.kind}`);
      if (decision.length > 0) commandIds.add(metadata.commandId);
      log.push(...decision);
      if (happens === 'unknown') throw new StoreUnavailableError('no answer');
      return BigInt(log.length);
    },
  };
  /** A read model that lags behind: it shows the mail as due. */
  const readModels = {
    of: () => ({
      find: () => Promise.resolve({ items: [{ mailId }] }),
      get: () => Promise.resolve({ profile: { email1: 'jane@example.org' } }),
    }),
  };
  /** A separate process. */
  const newSender = (): MailSender =>
    new MailSender(
      aggregates as never,
      commands as never,
      readModels as never,
      {
        send: (mail, offered) => send(mail, offered),
        wasNeverSent: (_, place) => place === 'here',
        settled: () => settled.push(types().at(-1) ?? ''),
      } as Partial<Mailer> as Mailer,
      { now: () => Date.parse(T0) },
      { uuid: () => `offer-${++ids}`, bytes: () => new Uint8Array() },
    );

  /** A round whose mail the server has without having replied yet. */
  async function offeredAndNotAnswered(): Promise<{ first: Promise<number>; answer: () => void }> {
    const [offering, answered] = [opened<undefined>(), opened<undefined>()];
    send = async (_mail, offered) => {
      await offered(null);
      offering.open(undefined);
      await answered.promise;
    };
    const first = sender.round(never);
    await offering.promise;
    return { first, answer: () => answered.open(undefined) };
  }

  beforeEach(() => {
    log = [{ type: 'mail.MailRequested', data: { ...content, requestedAt: T0 } }];
    commandIds = new Set();
    append = () => 'done';
    send = (_mail, offered) => offered(null);
    ids = 0;
    settled = [];
    sender = newSender();
  });

  it('logs the offer before the mail goes out', async () => {
    send = async (_mail, offered) => {
      await offered(null);
      expect(types()).toEqual(['Requested', 'Offered']);
    };
    await sender.round(never);
    expect(types()).toEqual(['Requested', 'Offered', 'Sent']);
    expect(settled).toEqual(['Sent']);
  });

  it('does not send a mail that a dead process offered', async () => {
    const data = { mailId, loginId, attempt: 1, offer: 'of another', place: 'elsewhere' };
    log.push({ type: 'mail.MailOffered', data });
    send = () => Promise.reject(new Error('it was sent'));
    await sender.round(never);
    expect(state()).toMatchObject({ status: 'failed', failure: 'unconfirmed', attempts: 1 });
  });

  it('sends a mail later that a dead process offered but surely held back', async () => {
    const data = { mailId, loginId, attempt: 1, offer: 'of another', place: 'here' };
    log.push({ type: 'mail.MailOffered', data });
    await sender.round(never);
    expect(types()).toEqual(['Requested', 'Offered', 'Deferred']);
    expect(state()).toMatchObject({ status: 'due', offered: null, code: 'withdrawn' });
    await sender.round(never);
    expect(types().slice(3)).toEqual(['Offered', 'Sent']);
  });

  it('does not record a mail as unconfirmed that it is still sending', async () => {
    const { first, answer } = await offeredAndNotAnswered();
    await sender.round(never);
    expect(types()).toEqual(['Requested', 'Offered']);
    answer();
    await first;
    expect(types()).toEqual(['Requested', 'Offered', 'Sent']);
  });

  it('records late that a mail was sent, even if another process recorded it as unconfirmed', async () => {
    const { first, answer } = await offeredAndNotAnswered();
    await newSender().round(never);
    expect(types()).toEqual(['Requested', 'Offered', 'Failed']);
    answer();
    await first;
    expect(types()).toEqual(['Requested', 'Offered', 'Failed', 'Sent']);
  });

  it('lets one of two processes continue that send the same mail at once', async () => {
    const together = opened<undefined>();
    let there = 0;
    const ended: string[] = [];
    send = async (_mail, offered) => {
      if (++there === 2) together.open(undefined);
      await together.promise;
      await offered(null);
      ended.push('sent');
    };
    await Promise.allSettled([sender.round(never), newSender().round(never)]);
    expect(ended).toEqual(['sent']);
    expect(types()).toEqual(['Requested', 'Offered', 'Sent']);
  });

  it('remembers the outcome of a mail until the log accepts it', async () => {
    let refused = 0;
    append = ({ type }) => (type === 'RecordAttempt' && ++refused === 1 ? 'lost' : 'done');
    const round = sender.round(never);
    await sender.round(never);
    await round;
    expect(refused).toBe(2);
    expect(types()).toEqual(['Requested', 'Offered', 'Sent']);
  });

  it.each([
    ['lost', ['Requested'], 0],
    ['unknown', ['Requested', 'Offered', 'Deferred'], 1],
  ] as const)('an offer that is %s leaves a mail that is due', async (happens, left, attempts) => {
    append = ({ type }) => (type === 'OfferMail' ? happens : 'done');
    await expect(sender.round(never)).rejects.toThrow(StoreUnavailableError);
    expect(types()).toEqual(left);
    expect(state()).toMatchObject({ status: 'due', offered: null, attempts });
  });

  it('sends a mail again that the server did not reply to', async () => {
    send = async (_mail, offered) => {
      await offered(null);
      throw new MailRefusedError(false, 'ECONNECTION');
    };
    await sender.round(never);
    expect(types()).toEqual(['Requested', 'Offered', 'Deferred']);
    expect(state()).toMatchObject({ status: 'due', offered: null, code: 'ECONNECTION' });
  });

  it('counts no attempt while the server is unreachable', async () => {
    send = () => Promise.reject(new MailServerUnavailableError('ECONNECTION'));
    await expect(sender.round(never)).rejects.toThrow(MailServerUnavailableError);
    expect(types()).toEqual(['Requested']);
  });
});

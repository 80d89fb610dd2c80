import { Socket } from 'node:net';
import { mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../../../../../test/support/condition.js';
import { MailServer } from '../../../../../test/support/mail-server.js';
import { RandomIds } from '#libs/platform/runtime';
import { type Mailer, MailRefusedError, MailServerUnavailableError } from '../mail.ports.js';
import { messageIdOf, openMailer } from './mailers.js';

const FROM = 'The Broker <no-reply@example.com>';
const mail = {
  id: '5f0e9f7c-0001-5000-8000-000000000001',
  to: 'jane@example.org',
  subject: 'Modèle "A" — changed',
  text: 'Dear Jane,\n\nthe model has changed.\n.\nBye – now\n',
  date: '2026-03-02T15:00:00.000Z',
};

const SERVERS = { eventStoreUrl: 'esdb://a', mongodbUrl: 'mongodb://b/c' };
const ids = new RandomIds();

/** How often a mail was offered. */
let offers: number;
const offered = (): Promise<void> => {
  offers += 1;
  return Promise.resolve();
};
beforeEach(() => {
  offers = 0;
});

it('the Message-ID follows from the mail and the domain of the sender', () => {
  const expected = `<${mail.id}@example.com>`;
  expect([messageIdOf(mail.id, FROM), messageIdOf(mail.id, 'a@example.com')]).toEqual([
    expected,
    expected,
  ]);
});

describe('with SMTP_URL', () => {
  let server: MailServer;
  let mailer: Mailer;
  let dataDir: string;
  const open = (config: Partial<Parameters<typeof openMailer>[0]> = {}): Mailer =>
    openMailer({ smtpUrl: server.url, mailFrom: FROM, dataDir, ...config }, ids);
  beforeEach(async () => {
    server = await MailServer.start();
    dataDir = await mkdtemp(join(tmpdir(), 'mailer-'));
    mailer = open();
  });
  afterEach(async () => {
    await mailer.close();
    await server.stop();
    await rm(dataDir, { recursive: true });
  });
  const failure = (send: Promise<void>): Promise<unknown> =>
    send.then(
      () => 'sent',
      (error: unknown) => error,
    );

  it('sends plain text, the same message each time', async () => {
    await mailer.send(mail, offered);
    await mailer.send(mail, offered);
    const [first, second] = server.mails;
    expect(first?.to).toEqual([mail.to]);
    expect(first?.messageId).toBe(`<${mail.id}@example.com>`);
    expect(first?.source).toContain('Date: Mon, 02 Mar 2026 15:00:00 +0000');
    expect(first?.source).toContain('From: The Broker <no-reply@example.com>');
    expect(first?.source).toContain('the model has changed.');
    expect(second?.source).toBe(first?.source);
  });

  it('is offered once, when the server has all but the end of it', async () => {
    let begun = '';
    server.data = (chunk) => (begun += chunk);
    await mailer.send(mail, async () => {
      await eventually(() => begun.includes('Bye') || undefined);
      expect(server.mails).toEqual([]);
      await offered();
    });
    expect(offers).toBe(1);
    expect(server.mails).toHaveLength(1);
  });

  describe('the end of it', () => {
    const written: string[] = [];
    let write: { mockRestore: () => void };
    beforeEach(() => {
      written.length = 0;
      // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own socket below
      const original = Socket.prototype.write;
      write = jest.spyOn(Socket.prototype, 'write').mockImplementation(function (
        this: Socket,
        ...args: Parameters<Socket['write']>
      ) {
        if (/^(?:[^]*\r\n)?\.\r\n$/.test(String(args[0]))) written.push('the end');
        return original.apply(this, args);
      });
    });
    afterEach(() => write.mockRestore());

    it('goes out in the turn of the event loop in which the offer stands, where no note is made', async () => {
      const beside = open(SERVERS);
      await beside.send(mail, () => {
        setImmediate(() => written.push('the next turn'));
        return Promise.resolve();
      });
      await beside.close();
      expect(written).toEqual(['the end', 'the next turn']);
    });

    it('goes out right after the note, whatever else waited for the append', async () => {
      let between = 0;
      const others = async (place: string | null): Promise<void> => {
        for (let n = 0; n < 500; n++) {
          await Promise.resolve();
          if (written.length === 0 && !mailer.wasNeverSent(mail.id, place)) between += 1;
        }
      };
      await mailer.send(mail, (place) => {
        void others(place);
        return Promise.resolve();
      });
      expect(written).toEqual(['the end']);
      expect(between).toBe(0);
    });
  });

  it('that cannot be offered does not reach the server; the next one does', async () => {
    const away = new Error('away');
    expect(await failure(mailer.send(mail, () => Promise.reject(away)))).toBe(away);
    await mailer.send({ ...mail, id: 'another' }, offered);
    expect(server.mails).toMatchObject([{ messageId: '<another@example.com>' }]);
  });

  describe('what has left a process', () => {
    /** Offers the mail; answers where that was, as the mailer says. */
    const sendFrom = async (from: Mailer, meanwhile?: (place: string | null) => void) => {
      let at: string | null | undefined;
      await from.send(mail, (place) => {
        at = place;
        meanwhile?.(place);
        return Promise.resolve();
      });
      return at ?? null;
    };

    it('its successor in the same directory knows, until it is on record elsewhere', async () => {
      const place = await sendFrom(mailer, (at) => {
        expect(mailer.wasNeverSent(mail.id, at)).toBe(true);
      });
      const successor = open();
      expect(successor.wasNeverSent(mail.id, place)).toBe(false);
      expect(successor.wasNeverSent('another', place)).toBe(true);
      successor.settled(mail.id);
      expect(
        await readdir(join(dataDir, 'handovers')).then(([boot = '']) =>
          readdir(join(dataDir, 'handovers', boot)),
        ),
      ).toEqual(['place']);
      await successor.close();
    });

    it('nobody knows in another directory, nor after the machine was started anew', async () => {
      const place = await sendFrom(mailer);
      const elsewhere = open({ dataDir: join(dataDir, 'elsewhere') });
      expect(elsewhere.wasNeverSent('another', place)).toBe(false);
      await elsewhere.close();
      const handovers = join(dataDir, 'handovers');
      const [boot = ''] = await readdir(handovers);
      await rename(join(handovers, boot), join(handovers, 'an earlier start'));
      const later = open();
      expect(later.wasNeverSent('another', place)).toBe(false);
      expect(await readdir(handovers)).toEqual([boot]);
      await later.close();
    });

    it('is noted nowhere where several processes may send', async () => {
      const beside = open(SERVERS);
      expect(await sendFrom(beside)).toBe(null);
      expect(beside.wasNeverSent('another', null)).toBe(false);
      await beside.close();
    });
  });

  it.each(['ECONNECTION', '421'])(
    'a server that goes away after the offer, with %s, has not taken the mail: it may be sent again',
    async (code) => {
      server.verdict = () => {
        if (code === '421') return 421;
        server.cut();
        return undefined;
      };
      const error = await failure(mailer.send(mail, offered));
      expect(error).toBeInstanceOf(MailRefusedError);
      expect(error).toMatchObject({ permanent: false, code });
    },
  );

  it('an address adds no recipients', async () => {
    const sent = await failure(
      mailer.send({ ...mail, to: 'a@example.org>, <b@example.org' }, offered),
    );
    expect(sent).toBeInstanceOf(MailRefusedError);
    expect(server.mails).toEqual([]);
  });

  it('a subject adds no headers', async () => {
    await mailer.send({ ...mail, subject: 'x\r\nBcc: c@example.org' }, offered);
    expect(server.mails).toMatchObject([{ to: [mail.to] }]);
    expect(server.mails[0]?.source).toMatch(/^Subject: x/m);
    expect(server.mails[0]?.source).not.toMatch(/^Bcc:/m);
  });

  it.each([
    [550, true],
    [452, false],
  ])('a recipient refused with %i: permanent %s, without the address', async (code, permanent) => {
    server.recipient = () => code;
    const error = await failure(mailer.send(mail, offered));
    expect(error).toBeInstanceOf(MailRefusedError);
    expect(error).toMatchObject({ permanent, code: String(code) });
    expect((error as Error).message).not.toContain('jane');
    expect(offers).toBe(0);
  });

  it.each([
    [554, true],
    [451, false],
  ])('data refused with %i: permanent %s', async (code, permanent) => {
    server.verdict = () => code;
    expect(await failure(mailer.send(mail, offered))).toMatchObject({
      permanent,
      code: String(code),
    });
  });

  it('421 says that the server is going away', async () => {
    server.recipient = () => 421;
    expect(await failure(mailer.send(mail, offered))).toBeInstanceOf(MailServerUnavailableError);
  });

  it('nobody listening: the server is away, and mail goes out once it is back', async () => {
    await server.stop();
    expect(await failure(mailer.send(mail, offered))).toBeInstanceOf(MailServerUnavailableError);
    await server.open();
    await mailer.send(mail, offered);
    expect(server.mails).toHaveLength(1);
  });
});

describe('without SMTP_URL', () => {
  it('the mail is one file in DATA_DIR/outbox, for the owner only', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'mailer-'));
    try {
      const mailer = openMailer({ mailFrom: FROM, dataDir }, ids);
      await Promise.all([mailer.send(mail, offered), mailer.send(mail, offered)]);
      await mailer.send(mail, offered);
      const outbox = join(dataDir, 'outbox');
      expect(await readdir(outbox)).toEqual([`${mail.id}.eml`]);
      expect(offers).toBe(0);
      const path = join(outbox, `${mail.id}.eml`);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect((await stat(outbox)).mode & 0o777).toBe(0o700);
      const source = await readFile(path, 'utf8');
      expect(source).toContain(`Message-ID: <${mail.id}@example.com>\r\n`);
      expect(source).toContain('To: jane@example.org\r\n');
    } finally {
      await rm(dataDir, { recursive: true });
    }
  });
});

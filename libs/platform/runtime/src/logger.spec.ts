import { describe, expect, it } from '@jest/globals';
import { Secret } from '#libs/platform/kernel';
import { createLogger } from './logger.js';
import { prettyLines } from './pretty-lines.js';

function capture(): { lines: string[]; write: (line: string) => void } {
  const lines: string[] = [];
  return { lines, write: (line) => void lines.push(line) };
}

describe('the logger', () => {
  it('writes one JSON object a line with level names and ISO times', () => {
    const out = capture();
    createLogger({ level: 'info', name: 'api', destination: out }).info({ port: 1 }, 'up');
    expect(out.lines).toHaveLength(1);
    expect(JSON.parse(out.lines[0]!)).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      name: 'api',
      port: 1,
      msg: 'up',
    });
  });

  it('is readable for a person where one reads it: a line each, a request by its route', () => {
    const out = capture();
    const logger = createLogger({ level: 'info', destination: out });
    logger.info(
      { requestId: 'r-1', method: 'GET', route: '/a/:b', status: 200, ms: 3.1 },
      'request',
    );
    logger.warn({ store: 'eventStore', reason: 'no answer' }, 'store unavailable');
    const pretty = prettyLines({ colors: false });
    expect([...out.lines, 'plain\n'].map((line) => pretty(line))).toEqual([
      expect.stringMatching(
        /^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: request GET \/a\/:b 200 3\.1 ms \{"requestId":"r-1"\}\n$/,
      ),
      expect.stringMatching(
        /\] WARN: store unavailable \{"store":"eventStore","reason":"no answer"\}\n$/,
      ),
      'plain\n',
    ]);
  });

  it('keeps to its level', () => {
    const out = capture();
    createLogger({ level: 'warn', destination: out }).info('no');
    expect(out.lines).toEqual([]);
  });

  it('censors personal data and credentials at the top and below', () => {
    const out = capture();
    const secrets = {
      ssn: 'hunter2',
      tid: 'hunter2',
      bankAccountNumber: 'hunter2',
      signatureData: 'hunter2',
      sharedSecret: 'hunter2',
    };
    createLogger({ level: 'info', destination: out }).info({
      ...secrets,
      command: { ...secrets, kept: 'yes' },
      req: { headers: { authorization: 'hunter2', cookie: 'hunter2', 'set-cookie': 'hunter2' } },
    });
    expect(out.lines[0]).not.toContain('hunter2');
    expect(out.lines[0]).toContain('"kept":"yes"');
  });

  it('masks a Secret wherever it stands', () => {
    const out = capture();
    createLogger({ level: 'info', destination: out }).info({ a: { b: [Secret.of('123456789')] } });
    expect(out.lines[0]).toContain('*****6789');
    expect(out.lines[0]).not.toContain('12345678');
  });

  it('shows of an error what tells where it comes from, and no more', () => {
    const out = capture();
    const cause = new Error('connect mongodb://user:hunter2@db:27017 failed');
    const error = Object.assign(new TypeError('at esdb://admin:hunter2@es', { cause }), {
      code: 'E1',
      document: { ssn: 'hunter2' },
    });
    createLogger({ level: 'info', destination: out }).error(error);
    createLogger({ level: 'info', destination: out }).error({ err: 'hunter2' });
    expect(out.lines.join()).not.toContain('hunter2');
    const { err } = JSON.parse(out.lines[0]!) as { err: Record<string, unknown> };
    expect(err).toMatchObject({
      type: 'TypeError',
      code: 'E1',
      message: 'at esdb://***@es',
      cause: { message: 'connect mongodb://***@db:27017 failed' },
    });
    expect(err['stack']).toContain('logger.spec');
  });

  it('shows the name of an error where no more is given', () => {
    const out = capture();
    const logger = createLogger({ level: 'info', destination: out });
    logger.warn({ process: 'feed.webhooks', error: 'StoreUnavailableError' }, 'process failed');
    logger.warn({ error: Object.assign(new TypeError('t'), { document: 'hunter2' }) });
    const [named, whole] = out.lines.map((line) => JSON.parse(line) as { error: unknown });
    expect(named?.error).toBe('StoreUnavailableError');
    expect(whole?.error).toMatchObject({ type: 'TypeError', message: 't' });
    expect(out.lines.join()).not.toContain('hunter2');
  });
});

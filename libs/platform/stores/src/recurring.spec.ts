import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { logRecurring } from './recurring.js';

describe('a failure that comes again and again', () => {
  let lines: string[];
  let logger: Parameters<typeof logRecurring>[0];
  const fails = (now: number, error = 'away', consumer = 'a'): void => {
    jest.spyOn(performance, 'now').mockReturnValue(now);
    logRecurring(logger, 'failed', error, { consumer });
  };

  afterEach(() => {
    jest.restoreAllMocks();
  });
  beforeEach(() => {
    lines = [];
    const log = (details: object, message: string): void =>
      void lines.push(JSON.stringify({ ...details, message }));
    logger = { warn: log, error: log };
  });

  it('is logged once, whoever it happens to, and then counted each minute', () => {
    for (let second = 0; second < 61; second++) fails(second * 1_000, 'away', `c${second % 7}`);
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      { consumer: 'c0', error: 'away', message: 'failed' },
      { consumer: 'c4', error: 'away', times: 60, message: 'failed' },
    ]);
  });

  it('is logged for each of its causes', () => {
    for (const error of ['away', 'code 1', 'away', 'code 1']) fails(0, error);
    expect(lines).toHaveLength(2);
  });

  it('is a new one after minutes without it', () => {
    fails(0);
    fails(1_000);
    fails(120_000);
    expect(lines).toHaveLength(2);
    expect(lines[1]).not.toContain('times');
  });

  it('of another logger is another', () => {
    fails(0);
    const first = lines;
    lines = [];
    logger = {
      warn: (details) => void lines.push(JSON.stringify(details)),
      error: () => undefined,
    };
    fails(0);
    expect([first.length, lines.length]).toEqual([1, 1]);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { codesOf, isLocalDate, isRefusal, Money } from '#libs/platform/kernel';
import { type CashTransactionStatus, CashTransactionStatuses } from '#libs/contexts/codes';
import { countingIds, projectionSpecification } from '#libs/platform/testing';
import { cancel, create, LINK, NOW, OID, report } from '../test/cash-fixtures.js';
import { BANK_LINK_CANCELLED, type CashBook, type CashCommand, emptyBook } from './cash-state.js';
import { type CashTransactionDocument, cashTransactionDocuments } from './cash.document.js';
import type { CashEvent } from './cash.events.js';
import { cash } from './cash.js';
import { occurrenceDate, type Schedule } from './series.js';

const context = { now: NOW, ids: countingIds() };

const obstacles = fc.constantFrom(undefined, 'restricted');

const oids = fc.constantFrom(OID, `${OID}-1`, `${OID}-2`, `${OID}-3`);

const ALONE = { cancelReasonCode: '8', cancelSeriesFlag: false };

const amounts = fc.constantFrom('0.01', '12.5', '99999', '12.5');

const commands: fc.Arbitrary<CashCommand> = fc.oneof(
  fc
    .record({
      amount: amounts,
      repeatType: fc.constantFrom('O', 'W', 'M'),
      endDate: fc.constantFrom(undefined, '2026-03-20', '2026-06-30'),
    })
    .map(({ endDate, ...input }) =>
      create({ ...input, ...(input.repeatType !== 'O' && { endDate }) }),
    ),
  fc
    .tuple(oids, fc.constantFrom('8', '99'), fc.constantFrom(true, false, undefined), obstacles)
    .map(([oid, cancelReasonCode, cancelSeriesFlag, obstacle]) => ({
      ...cancel({ cancelReasonCode, cancelSeriesFlag }, oid),
      facts: { obstacle },
    })),
  fc
    .tuple(oids, fc.constantFrom(...codesOf(CashTransactionStatuses)), amounts)
    .map(([oid, status, amount]) => report({ transactionType: 'AHD', status, amount }, oid)),
  fc
    .tuple(fc.constantFrom('2026-03-03', '2026-03-30', '2026-05-30'), obstacles)
    .map(([today, obstacle]) => ({ type: 'ScheduleOccurrences', today, obstacle }) as const),
  fc.constant({
    type: 'RejectPending',
    cause: 'bankLink',
    reason: BANK_LINK_CANCELLED,
    bankLinkOid: LINK,
  } as const),
);

function run(list: readonly CashCommand[]): CashEvent[] {
  let state = emptyBook;
  return list.flatMap((command) => {
    const decision = cash.decide(command, state, context);
    if (isRefusal(decision)) return [];
    state = decision.reduce(cash.evolve, state);
    return decision;
  });
}

const fold = (events: readonly CashEvent[], from: CashBook = emptyBook): CashBook =>
  events.reduce(cash.evolve, from);

describe('any list of commands on a cash transaction or series', () => {
  it('statuses follow the allowed transitions, and amounts are above 0 with two decimals', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 30 }), (list) => {
        let book = emptyBook;
        for (const event of run(list)) {
          const before = book;
          book = cash.evolve(book, event);
          for (const [oid, { status, amount }] of book.transactions) {
            const from = before.transactions.get(oid)?.status ?? status;
            const allowed: readonly CashTransactionStatus[] = [
              from,
              ...CashTransactionStatuses[from].next,
            ];
            seen.add(`${from}${status}`);
            expect(allowed).toContain(status);
            expect(amount).toMatch(/^\d+\.\d\d$/);
            expect(Money.of(amount).greaterThan(Money.zero)).toBe(true);
          }
        }
      }),
      {
        examples: [
          [[create(), report({ status: 'PR' }, OID), report({ status: 'CL' }, OID)]],
          [[create(), cancel()]],
          [
            [
              create(),
              {
                type: 'RejectPending',
                cause: 'bankLink',
                reason: BANK_LINK_CANCELLED,
                bankLinkOid: LINK,
              },
            ],
          ],
        ],
      },
    );
    expect([...seen]).toEqual(expect.arrayContaining(['PDPR', 'PDCC', 'PDRJ', 'PRCL']));
  });

  it('an ended series gets no more transactions and leaves none pending', () => {
    let ended = 0;
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 30 }), (list) => {
        const events = run(list);
        const end = events.findIndex(({ type }) => type === 'cash.SeriesEnded');
        if (end < 0) return;
        ended += 1;
        const later = events.slice(end + 1).map(({ type }) => type);
        expect(later).not.toContain('cash.TransactionCreated');
        expect(later).not.toContain('cash.SeriesEnded');
      }),
    );
    expect(ended).toBeGreaterThan(0);
  });

  it('an active series can be cancelled through its pending one, or any if none is pending', () => {
    const going = { pending: 0, between: 0 };
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 30 }), (list) => {
        const book = fold(run(list));
        if (!book.series?.next || book.series.ended) return;
        const all = [...book.transactions.values()];
        const pending = all.filter(({ status }) => status === 'PD');
        going[pending.length > 0 ? 'pending' : 'between'] += 1;
        for (const { oid } of pending.length > 0 ? pending : all) {
          const input = { cancelReasonCode: '8', cancelSeriesFlag: true };
          const decision = cash.decide(cancel(input, oid), book, context);
          if (isRefusal(decision)) throw new Error('refused');
          expect(decision.at(-1)?.type).toBe('cash.SeriesEnded');
        }
      }),
      {
        examples: [
          [[create({ repeatType: 'W' }), cancel(ALONE, `${OID}-1`)]],
          [
            [
              create({ repeatType: 'W' }),
              { ...cancel(ALONE, `${OID}-1`), facts: { obstacle: 'restricted' } },
            ],
          ],
        ],
      },
    );
    expect(Math.min(going.pending, going.between)).toBeGreaterThan(0);
  });

  it('folding in two parts equals folding at once; documents agree with the state', () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 20 }), fc.nat(), (list, cut) => {
        const events = run(list);
        const at = events.length === 0 ? 0 : cut % events.length;
        const whole = fold(events);
        expect(fold(events.slice(at), fold(events.slice(0, at)))).toEqual(whole);
        projectionSpecification(cashTransactionDocuments)
          .given(events as never)
          .thenDocuments((documents) => {
            expect(documents.size).toBe(whole.transactions.size);
            for (const shown of documents.values() as Iterable<CashTransactionDocument>) {
              expect(shown).toMatchObject(whole.transactions.get(shown.oid)!);
            }
          });
      }),
    );
  });
});

describe('any schedule', () => {
  const schedules: fc.Arbitrary<Schedule> = fc
    .record({
      repeatType: fc.constantFrom('W' as const, 'M' as const, 'Y' as const),
      repeatInterval: fc.integer({ min: 1, max: 99 }).map(String),
      offset: fc.option(fc.integer({ min: 1, max: 366 })),
      start: fc
        .date({
          min: new Date('2024-01-01T00:00:00Z'),
          max: new Date('2036-12-31T00:00:00Z'),
          noInvalidDate: true,
        })
        .map((date) => date.toISOString().slice(0, 10)),
    })
    .map(({ offset, repeatType, ...rest }) => {
      const most = { W: 7, M: 31, Y: 366 }[repeatType];
      return {
        ...rest,
        repeatType,
        ...(offset !== null && { repeatOffset: String(((offset - 1) % most) + 1) }),
      };
    });

  it('begins on its start and moves forward through existing dates', () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        let before = '';
        for (let number = 1; number <= 40; number++) {
          const date = occurrenceDate(schedule, number);
          if (number === 1) expect(date).toBe(schedule.start);
          if (date === undefined) return;
          expect(isLocalDate(date)).toBe(true);
          expect(date > before).toBe(true);
          before = date;
        }
      }),
    );
  });

  it.each<[Schedule, number, string | undefined]>([
    [
      { repeatType: 'M', repeatInterval: '3', repeatOffset: '3', start: '2026-03-10' },
      2,
      '2026-06-03',
    ],
    [{ repeatType: 'M', start: '2026-01-31' }, 2, '2026-02-28'],
    [{ repeatType: 'M', start: '2026-01-31' }, 3, '2026-03-31'],
    [{ repeatType: 'M', repeatOffset: '31', start: '2026-01-05' }, 4, '2026-04-30'],
    [{ repeatType: 'W', repeatInterval: '2', start: '2026-03-03' }, 3, '2026-03-31'],
    // Sunday of the week after
    [{ repeatType: 'W', repeatOffset: '1', start: '2026-03-07' }, 2, '2026-03-08'],
    [{ repeatType: 'W', repeatOffset: '7', start: '2026-03-02' }, 2, '2026-03-14'],
    [{ repeatType: 'Y', start: '2028-02-29' }, 2, '2029-02-28'],
    [{ repeatType: 'Y', repeatOffset: '366', start: '2026-05-01' }, 2, '2027-12-31'],
    [{ repeatType: 'Y', repeatOffset: '366', start: '2026-05-01' }, 3, '2028-12-31'],
    [{ repeatType: 'W', start: '2026-03-03', endDate: '2026-03-10' }, 2, '2026-03-10'],
    [{ repeatType: 'W', start: '2026-03-03', endDate: '2026-03-09' }, 2, undefined],
    [{ repeatType: 'O', start: '2026-03-03' }, 2, undefined],
    [{ repeatType: 'Y', repeatInterval: '99', start: '2026-03-03' }, 90, undefined],
    [{ repeatType: 'Y', start: '2026-03-03' }, 7_973, '9998-03-03'],
    // beyond all dates
    [{ repeatType: 'W', repeatInterval: '99', start: '2026-03-03' }, 200_000, undefined],
    [
      { repeatType: 'M', repeatInterval: '99', repeatOffset: '31', start: '2026-03-03' },
      60_000,
      undefined,
    ],
    [
      { repeatType: 'Y', repeatInterval: '99', repeatOffset: '366', start: '2026-03-03' },
      5_000,
      undefined,
    ],
  ])('%j, number %i: %s', (schedule, number, expected) => {
    expect(occurrenceDate(schedule, number)).toBe(expected);
  });
});

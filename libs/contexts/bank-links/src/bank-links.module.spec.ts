import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Provider } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import fc from 'fast-check';
import { AggregateStore } from '#libs/platform/event-store';
import { type CommandMetadata, isRefusal, processMetadata } from '#libs/platform/kernel';
import { derivedIds, deriveUuid, loadConfig } from '#libs/platform/runtime';
import { openPlatform, type Platform } from '#libs/platform/service';
import { create, RIGHT, verify } from '../test/bank-link-fixtures.js';
import { type BankLinkEvent, bankLinkEvents } from './bank-link.events.js';
import {
  BANK_ACCOUNT,
  BankAccountOwner,
  BankLinkFacts,
  BankLinkTransactions,
} from './bank-link.facts.js';
import { bankLink, verificationFailure } from './bank-link.js';
import { MicroDepositAmounts } from './micro-deposits.ports.js';

let directory: string;

let platform: Platform;

let count = 0;

const metadata = (): CommandMetadata =>
  processMetadata(
    'test',
    deriveUuid('bank-links.spec', String(++count)),
    '2026-03-02T15:00:00.000Z',
  );

/** Another process on the same log, with its own state and no coordination. */
function anotherProcess(): AggregateStore {
  const { eventStore: store, codec, clock, ids } = platform;
  return new AggregateStore({ store, codec, clock, ids, derivedIds });
}

async function linkWaiting(): Promise<string> {
  const oid = String(100_000_000_000_000 + ++count);
  const { aggregates } = platform;
  const command = { ...create(), bankLinkOid: oid };
  const confirm = { type: 'ConfirmMicroDeposits', amountsKey: RIGHT } as const;
  await aggregates.handle(bankLink, oid, command, metadata());
  await aggregates.handle(bankLink, oid, confirm, metadata());
  return oid;
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bank-links-'));
  const config = loadConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent' });
  platform = await openPlatform(config, [{ events: [bankLinkEvents as never], projections: [] }]);
});

afterAll(async () => {
  await platform.close();
  await rm(directory, { recursive: true });
});

describe('attempts', () => {
  it('never exceed the limit, even across processes unaware of each other', async () => {
    for (let round = 0; round < 10; round++) {
      const oid = await linkWaiting();
      const processes = Array.from({ length: 5 }, anotherProcess);
      // all processes load the link before any of them tries
      await Promise.all(processes.map((one) => one.load(bankLink, oid)));
      const outcomes = await Promise.all(
        processes.map((one) => one.handle(bankLink, oid, verify('wrong'), metadata())),
      );
      const failures = outcomes.flatMap((one) =>
        isRefusal(one) ? [] : [verificationFailure(one.events)?.message],
      );
      expect(failures.sort()).toEqual([
        'Banklink status=D',
        'Remaining Attempts=1',
        'Remaining Attempts=2',
      ]);
      const { state } = await anotherProcess().load(bankLink, oid);
      expect(state).toMatchObject({ failedAttempts: 3, status: 'D' });
    }
  });

  it('concurrent right and wrong pairs both count, in either order', async () => {
    const oid = await linkWaiting();
    const [a, b] = [anotherProcess(), anotherProcess()];
    await Promise.all([a.load(bankLink, oid), b.load(bankLink, oid)]);
    await Promise.all([
      a.handle(bankLink, oid, verify(RIGHT), metadata()),
      b.handle(bankLink, oid, verify('wrong'), metadata()),
    ]);
    const { state } = await anotherProcess().load(bankLink, oid);
    expect(state).toMatchObject({ status: 'A', verification: 'microDeposits' });
    expect(state?.failedAttempts).toBeLessThanOrEqual(1);
  });
});

describe('micro-deposit amounts', () => {
  const amounts = (): MicroDepositAmounts => new MicroDepositAmounts(platform.sealer);

  it('are two different amounts from 0.01 to 0.99, the same on each call', () => {
    const seen = new Set<string>();
    for (let i = 0; i < 2_000; i++) {
      const [first, second] = amounts().of(String(i));
      seen.add(first).add(second);
      expect(first).not.toBe(second);
      expect(amounts().of(String(i))).toEqual([first, second]);
    }
    expect(seen.size).toBe(99);
    for (const amount of seen) expect(amount).toMatch(/^0\.(?!00)\d\d$/);
  });

  it('have one key in any order and spelling; other pairs and links have others', () => {
    const cents = fc.integer({ min: 1, max: 99 });
    const plain = (value: number): string => `0.${String(value).padStart(2, '0')}`;
    fc.assert(
      fc.property(cents, cents, cents, (a, b, c) => {
        const key = amounts().key('1', [plain(a), plain(b)]);
        expect(amounts().key('1', [`${plain(b)}00`, `0${plain(a)}`])).toBe(key);
        expect(amounts().key('2', [plain(a), plain(b)])).not.toBe(key);
        const same = [a, b].sort().join() === [a, c].sort().join();
        expect(amounts().key('1', [plain(a), plain(c)]) === key).toBe(same);
      }),
    );
  });
});

describe('the reservation of a bank account', () => {
  it('is held only by an active link with that key', async () => {
    const owner = new BankAccountOwner(platform.aggregates);
    expect(owner.kinds).toEqual([BANK_ACCOUNT]);
    const oid = await linkWaiting();
    expect(await owner.holds(oid, 'held')).toBe(true);
    expect(await owner.holds(oid, 'another')).toBe(false);
    expect(await owner.holds('1', 'held')).toBe(false);
    expect(await owner.holds('no id', 'held')).toBe(false);
    for (let i = 0; i < 3; i++) {
      await platform.aggregates.handle(bankLink, oid, verify('wrong'), metadata());
    }
    expect(await owner.holds(oid, 'held')).toBe(false);
  });
});

describe('cash transactions on a link', () => {
  const started = async (providers: Provider[]): Promise<BankLinkFacts> => {
    const aggregates = { provide: AggregateStore, useValue: platform.aggregates };
    const testing = Test.createTestingModule({
      providers: [aggregates, BankLinkFacts, ...providers],
    });
    const app = await (await testing.compile()).init();
    return app.get(BankLinkFacts);
  };

  it('are asked of the feature that stores them', async () => {
    const asked: string[] = [];
    const cash = {
      hasInProcess: (oid: string) => {
        asked.push(oid);
        return Promise.resolve(true);
      },
    };
    const links = await started([{ provide: BankLinkTransactions, useValue: cash }]);
    expect(await links.transactionsInProcess('7')).toBe(true);
    expect(asked).toEqual(['7']);
  });

  it('have to be known to a feature', async () => {
    await expect(started([])).rejects.toThrow('BankLinkTransactions');
  });
});

describe('the log', () => {
  it('contains no number or name of the bank account, nor the reservation key unhashed', async () => {
    const oid = await linkWaiting();
    const stored = [];
    for await (const event of platform.eventStore.readStream(`bankLink-${oid}`)) stored.push(event);
    const text = JSON.stringify(stored.map(({ data }) => data));
    expect(text).not.toContain('123456789"');
    expect(text).not.toContain('Jane Doe');
    const [first] = (await platform.codec.decode(stored)) as unknown as BankLinkEvent[];
    if (first?.type !== 'bankLink.BankLinkCreated') throw new Error('not created');
    expect(first.data.bankAccountNumber.reveal()).toBe('123456789');
    expect(first.data.nameOnAccount).toBe('Jane Doe');
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeApi } from '#libs/platform/http';
import { ALIAS } from '../conformance/writes/index.js';
import { Interleaving, interruptions, type Party } from '../support/interleaving.js';
import {
  ACCOUNT_COMMANDS,
  type AccountCommand,
  OneAccount,
  type SandboxFirm,
} from '../support/one-account.js';
import { SeededRandom } from '../support/seeded-random.js';
import { ServiceUnderTest } from '../support/running-service.js';
import { together } from '../support/together.js';

/** Whether to try all pairs and to interrupt at every call (`npm run test:pairs`), or a quarter of them at one call each, chosen by a seed. */
const EVERY_AWAIT = process.env['EVERY_AWAIT'] === 'true';

const HOUR_MS = 3_600_000;

/** How many pairs are under way at once. */
const AT_ONCE = 16;

let service: ServiceUnderTest;
let firm: SandboxFirm;
let interleaving: Interleaving;
beforeAll(async () => {
  service = await ServiceUnderTest.start();
  const entitlements = ['removeRestrictions', 'ownerVerification'];
  firm = await service.otherFirm(entitlements, 'account', { sandbox: true });
  const { app, platform: stores } = service.service;
  interleaving = new Interleaving({ server: app.getHttpServer(), stores });
});
afterAll(() => service.stop());

/** Lists of what belongs to an account, each with the fields that say what is in force; undefined if nothing is, as of what was undone. */
const LISTS: Readonly<Record<string, (one: Record<string, unknown>) => unknown>> = {
  '/restrictions': ({ reasonCode }) => reasonCode,
  '/permissions': ({ permission }) => permission,
  '/folios': ({ folioName, folioStatus }) => [folioName, folioStatus],
  '/achbanklinks': ({ status }) => (status === 'D' ? undefined : status),
  '/cashtransactions?transactionStatuses=PD,PR,CL': (one) =>
    ['transactionType', 'amount', 'repeatType', 'status'].map((field) => one[field]),
  '/privateplacementorders': ({ status }) => (status === 'REJECTED' ? undefined : status),
  '/corporateactions': ({ notifid, status }) => [notifid === undefined, status],
};

/** What holds of an account: two orders of the same commands that differ in nothing that counts say the same. */
async function stateOf(account: OneAccount): Promise<string> {
  const get = async (path: string): Promise<unknown> => (await account.client.get(path)).body;
  const list = async (path: string): Promise<readonly Record<string, unknown>[]> =>
    (await get(path)) as readonly Record<string, unknown>[];
  const [{ accountStatus, restrictions }, { transState }, folios, ...lists] = await Promise.all([
    get(account.path()) as Promise<Record<string, unknown>>,
    get(`/restapi/members/${account.owner}`) as Promise<Record<string, unknown>>,
    list(account.path('/folios')),
    ...Object.entries(LISTS).map(async ([path, what]) => {
      const inForce = (await list(account.path(path))).map(what).filter((one) => one !== undefined);
      return inForce.map((one) => JSON.stringify(one)).toSorted();
    }),
  ]);
  const below = folios.map(async ({ folioNumber }) => {
    const path = account.path(`/folios/${String(folioNumber)}`);
    const [positions, orders] = await Promise.all([
      list(`${path}/positions`),
      list(`${path}/orders?state=O,P,F`),
    ]);
    return [
      positions.map(({ ticker, shareQuantity }) => [ticker, shareQuantity]),
      orders.map(({ state }) => state).toSorted(),
    ];
  });
  const restricted = (restrictions as unknown[]).length;
  return JSON.stringify([accountStatus, restricted, transState, lists, await Promise.all(below)]);
}

/** Commands that are under way at once. */
type Pair = readonly [AccountCommand, AccountCommand];

/** An account on which both commands of a pair can be carried out. */
async function ready(pair: Pair) {
  const account = await OneAccount.open(service, firm, !pair.some(({ signs }) => signs));
  const send = await pair[0].prepare(account);
  return { account, sends: [send, await pair[1].prepare(account)] as const };
}

/** Carries out one command after the other, and says how many calls to the stores each made. */
async function oneAfterTheOther(pair: Pair, parties: readonly [Party, Party]) {
  const { account, sends } = await ready(pair);
  const calls = { a: 0, b: 0 };
  const done = { a: false, b: false };
  for (const party of parties) {
    const run = await interleaving.run([], sends[party === 'a' ? 0 : 1], () => Promise.resolve());
    done[party] = run.results[0].status < 300;
    calls[party] = run.calls.a;
  }
  return { outcome: JSON.stringify([done.a, done.b, await stateOf(account)]), calls };
}

/** Says in which orders of their calls two commands end as they don't if one follows the other. */
async function unserializable(pair: Pair, choose: SeededRandom): Promise<string[]> {
  const { outcome: ab, calls } = await oneAfterTheOther(pair, ['a', 'b']);
  let ba: string | undefined;
  const orders = [...interruptions(calls)];
  const wrong: string[] = [];
  for (const order of EVERY_AWAIT ? orders : [orders[choose.below(orders.length)] ?? []]) {
    const { account, sends } = await ready(pair);
    const { results } = await interleaving.run(order, ...sends);
    const done = results.map(({ status }) => (status < 500 ? status < 300 : status));
    const outcome = async (): Promise<string> => JSON.stringify([...done, await stateOf(account)]);
    const isSerial = async (): Promise<boolean> => {
      const found = await outcome();
      if (found === ab) return true;
      ba ??= (await oneAfterTheOther(pair, ['b', 'a'])).outcome;
      return found === ba;
    };
    if (await isSerial()) continue;
    // a reaction may not have undone yet what it will
    await service.head();
    if (await isSerial()) continue;
    const answers = results.map(({ status, body }) => `${status} ${JSON.stringify(body ?? '')}`);
    wrong.push(`${order.join('')} ${answers.join(' | ')}: ${await outcome()}, not ${ab} or ${ba}`);
  }
  return wrong;
}

const canMeet = (one: AccountCommand, other: AccountCommand): boolean =>
  !(one.signs && other.needsSigned) && !(other.signs && one.needsSigned);

describe('two commands on one account that interrupt each other end as one after the other', () => {
  const named = Object.entries(ACCOUNT_COMMANDS);

  it.each(named.map(([name, command], n) => [name, command, n] as const))(
    '%s, beside each that follows in the table',
    async (name, command, n) => {
      const choose = new SeededRandom(n);
      const others = named
        .slice(n)
        .filter(([, other]) => canMeet(command, other) && (EVERY_AWAIT || choose.chance(1 / 4)));
      const wrong = await together(AT_ONCE, others, async ([other, beside]) => {
        const found = await unserializable([command, beside], choose);
        return found.map((one) => `${name} beside ${other}: ${one}`);
      });
      expect(wrong.flat()).toEqual([]);
    },
    EVERY_AWAIT ? HOUR_MS : undefined,
  );

  it('and these are all commands on accounts', () => {
    const { paths } = describeApi(service.service.app);
    const known = new Set(Object.values(ACCOUNT_COMMANDS).map(({ route }) => route));
    const unknown = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods as object)
        .filter((method) => method !== 'get' && path.includes('{accountnumber}'))
        .map((method) => `${method.toUpperCase()} ${path}`)
        .filter((route) => !known.has(route) && !ALIAS.test(route)),
    );
    expect(unknown).toEqual([]);
  });
});

import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/condition.js';
import { crashRounds } from '../../support/crash-rounds.js';
import { differences, foldedDocuments, storedDocuments } from '../../support/documents.js';
import { ops } from '../../support/ops-process.js';
import { testedStores } from '../../support/tested-stores.js';
import {
  everybodyTold,
  mailsKnown,
  mailsTaken,
  missingFrom,
  noticesOf,
  published,
} from './reckoning.js';
import { Weather } from './weather.js';
import type { WeatherService } from './weather-service.js';
import {
  embeddedStores,
  fixtureStores,
  serverStores,
  type WeatherStores,
} from './weather-stores.js';

const ROUNDS = crashRounds(1);
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);
/** Concurrent deliveries of a webhook, and concurrent mails. */
const AT_ONCE = { webhook: 8, mails: 4 };

/** Read models that every kind of load affects. */
const VERIFIED = ['accounts.account', 'folios.folio', 'mail.mail', 'audit.timeline'];

const places: Readonly<Record<string, () => Promise<WeatherStores>>> =
  Object.keys(testedStores()).length > 0
    ? { 'the servers of this run': serverStores }
    : { 'embedded stores': embeddedStores, 'the fixtures of both servers': fixtureStores };

describe.each(Object.entries(places))(
  `kill -9, ${ROUNDS} times, seed ${SEED}, on %s`,
  (_, open) => {
    let weather: Weather | undefined;
    afterEach(() => weather?.end());

    it(
      'nothing is lost, nothing is there twice, documents equal a fold from zero, and the proof holds',
      async () => {
        weather = await Weather.begin(await open(), SEED);
        for (let round = 0; round < ROUNDS; round++) {
          await weather.round();
          if ((round + 1) % 10 === 0)
            say(`round ${round + 1}, ${weather.households.length} accounts`);
        }
        await weather.finishWriting();
        const { service } = weather;

        const lost: string[] = [];
        for (const household of weather.households) {
          lost.push(...(await missingFrom(service, household)));
        }
        expect(lost).toEqual([]);

        const feed = await expectFeeds(weather);
        await expectWebhooks(weather, feed);
        await expectMails(weather);
        await expectProof(service);
        const onServer = service.env['MONGODB_URL'] !== undefined;
        if (onServer) for (const name of VERIFIED) await expectVerified(service, name);

        expect(await service.stop()).toBe(0);
        say(figures(weather));
        if (onServer) return;
        const stored = await storedDocuments(service.dataDir, service.env);
        const folded = await foldedDocuments(service.dataDir, service.env);
        expect(differences(stored, folded)).toEqual([]);
        say(`${Object.values(stored).flatMap((all) => Object.keys(all)).length} documents`);
      },
      (5 + ROUNDS) * 60_000,
    );
  },
);

async function expectFeeds(weather: Weather): Promise<ReadonlySet<string>> {
  const { ids, newest, types, faults } = await eventually(async () => {
    const feed = await published(weather.service);
    // published last: followers are notified of a change after its response
    return everybodyTold(feed, weather) ? feed : undefined;
  });
  expect(faults).toEqual([]);
  // the same was done to each account, so the same must have been published for each
  const ofHouseholds = weather.households.map(({ accountNumber }) =>
    [...(types.get(accountNumber) ?? [])].sort().join(),
  );
  expect([...new Set(ofHouseholds)]).toHaveLength(1);
  expect(newest.size).toBe(weather.households.length + weather.models.followers.length);
  for (const { name, newest: seen, faults: found, ids: got } of weather.watchers) {
    const own = name.startsWith('account ')
      ? new Map([...newest].filter(([account]) => name.endsWith(account)))
      : newest;
    const complete = (): true | undefined =>
      [...own].every(([account, sequence]) => seen.get(account) === sequence) || undefined;
    await eventually(complete);
    expect([name, found]).toEqual([name, []]);
    // an auditor also sees other firms, if any
    const ours = new Map([...seen].filter(([account]) => own.has(account)));
    expect([name, ours]).toEqual([name, own]);
    const ourIds = [...got].filter((id) => ids.has(id)).length;
    expect(ourIds).toBe([...own.values()].reduce((sum, count) => sum + count, 0));
  }
  await eventually(() => weather.consumed.length >= ids.size || undefined);
  expect(new Set(weather.consumed)).toEqual(ids);
  expect(weather.consumed).toHaveLength(ids.size);
  return ids;
}

async function expectWebhooks(
  { webhook, service }: Weather,
  ids: ReadonlySet<string>,
): Promise<void> {
  await eventually(() => webhook.taken.size >= ids.size || undefined);
  expect(new Set(webhook.taken.keys())).toEqual(ids);
  expect(webhook.faults).toEqual([]);
  expect(webhook.repeated).toBeLessThanOrEqual(AT_ONCE.webhook * killsOf(service));
}

async function expectMails(weather: Weather): Promise<void> {
  const { models, service } = weather;
  const known = await eventually(() => mailsKnown(weather));
  expect([...known.keys()].sort()).toEqual(models.expectedMails().sort());
  const taken = mailsTaken(weather);
  const once = new Set(taken);
  expect(taken).toHaveLength(once.size);
  expect(taken.filter((mail) => !known.has(mail))).toEqual([]);
  // a process that dies between sending a mail and the reply leaves it unconfirmed, whether or not the server has it
  const unconfirmed = [...known].filter(([, outcome]) => outcome === 'unconfirmed');
  const others = [...known].filter(([, outcome]) => outcome !== 'unconfirmed');
  expect(others.filter(([mail, outcome]) => outcome !== 'sent' || !once.has(mail))).toEqual([]);
  expect(unconfirmed.length).toBeLessThanOrEqual(AT_ONCE.mails * killsOf(service));
  say(`${unconfirmed.length} mails unconfirmed, ${known.size - once.size} of them not received`);
  expect(await noticesOf(weather)).toEqual(models.expectedNotices());
}

/** Verifies an export with the standalone program: of the whole log or, if others have written to it, of the firm. */
async function expectProof(service: WeatherService): Promise<void> {
  const file = join(service.dataDir, 'export.ndjson');
  const keys = join(service.dataDir, 'audit-keys.json');
  await rm(file, { force: true });
  const scope =
    Object.keys(testedStores()).length > 0 ? ['--firm', service.credentials.firmId] : [];
  const arguments_ = ['audit', 'export', '--output', file, ...scope];
  expect(await ops(service.dataDir, arguments_, service.env)).toMatchObject({ status: 0 });
  const { body } = await service.done('auditor', 'GET', '/.well-known/audit-keys.json');
  await writeFile(keys, JSON.stringify(body));
  const verify = join(process.cwd(), 'dist/bin/verify.js');
  const verifying = [verify, file, '--public-key', keys, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, verifying);
  expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  say(stdout.trim());
}

/** Expects the command to find no difference while the service is running. */
async function expectVerified({ dataDir, env }: WeatherService, name: string): Promise<void> {
  const verified = await ops(dataDir, ['projections', 'verify', name], env);
  expect([name, verified]).toEqual([name, expect.objectContaining({ status: 0 })]);
}

const killsOf = ({ kills }: WeatherService): number => kills.load + kills.start + kills.stop;

function figures(weather: Weather): string {
  const { service, households, models, mails, webhook, watchers, disturbances } = weather;
  return JSON.stringify({
    kills: service.kills,
    disturbances,
    accounts: households.length + models.followers.length,
    requestsRepeated: service.repeats,
    requestsRefused: service.refusals,
    followers: models.followers.length,
    modelChanges: models.names.length,
    mails: mails.mails.length,
    webhookEvents: webhook.taken.size,
    webhookRepeated: webhook.repeated,
    webhookRefused: webhook.refused,
    consumers: watchers.length + 1,
    connections: watchers.reduce((sum, { connections }) => sum + connections, 0),
  });
}

function say(text: string): void {
  process.stderr.write(`weather: ${text}\n`);
}

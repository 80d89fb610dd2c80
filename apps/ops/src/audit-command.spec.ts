import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { businessDate } from '#libs/platform/kernel';
import { ops, type OpsResult, ROOTS_SO_FAR, startOps } from '../../../test/support/ops-process.js';
import { ServiceUnderTest } from '../../../test/support/running-service.js';

/** The verifier by itself, with nothing in its environment. */
function verify(...args: readonly string[]): Promise<OpsResult> {
  return new Promise((resolve) => {
    const program = join(process.cwd(), 'dist/bin/verify.js');
    const child = execFile(
      process.execPath,
      [program, ...args],
      { env: {} },
      (_error, stdout, stderr) => resolve({ status: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

const DAY_MS = 86_400_000;

describe('audit', () => {
  let service: ServiceUnderTest;
  let dataDir: string;
  let elsewhere: string;
  let accountNumber: string;
  let owner: string;
  let file: string;
  let keys: string;

  beforeAll(async () => {
    elsewhere = await mkdtemp(join(tmpdir(), 'audit-'));
    service = await ServiceUnderTest.start();
    ({ dataDir } = service.service.platform.config);
    owner = await service.member();
    accountNumber = await service.account({ primaryAccountOwner: owner });
    file = join(elsewhere, 'export.ndjson');
    keys = join(elsewhere, 'keys.json');
    const published = await fetch(`${service.service.url}/.well-known/audit-keys.json`);
    await writeFile(keys, await published.text());
    const exported = await ops(dataDir, [
      ...['audit', 'export', '--account', accountNumber, '--output', file],
    ]);
    expect(exported).toMatchObject({ status: 0 });
    expect(exported.stdout).toContain('verified');
  });
  afterAll(async () => {
    await service.stop();
    await rm(elsewhere, { recursive: true });
  });

  it('history shows what happened as a table and as JSON', async () => {
    const shownArgs = ['audit', 'history', '--account', accountNumber];
    const shown = await ops(dataDir, shownArgs);
    expect(shown).toMatchObject({ status: 0, stdout: expect.stringContaining('Account opened') });
    const json = await ops(dataDir, [
      'audit',
      'history',
      '--member',
      owner,
      '--limit',
      '1',
      '--json',
    ]);
    expect(JSON.parse(json.stdout)).toHaveLength(1);
    const wrong = await ops(dataDir, ['audit', 'history']);
    expect(wrong).toMatchObject({ status: 2, stderr: expect.stringContaining('--account') });
    const types = ['--type', 'account.AccountOpened,client', '--from', '2020-01-01T00:00:00Z'];
    const part = await ops(dataDir, [...shownArgs, ...types, '--json']);
    expect(JSON.parse(part.stdout)).toMatchObject([{ type: 'account.AccountOpened' }]);
    for (const [type, words] of [
      ['restriction', 'There are account.RestrictionLifted.'],
      ['nothing', 'They begin with account, attention, bankAccount,'],
    ] as const) {
      const unknown = await ops(dataDir, [...shownArgs, '--type', type]);
      expect(unknown).toMatchObject({ status: 3, stderr: expect.stringContaining(words) });
    }
    const missing = await ops(dataDir, ['audit', 'history', '--member', 'nobody.here']);
    expect(missing).toMatchObject({ status: 3, stderr: 'There is no member nobody.here.\n' });
    for (const [option, what, id] of [
      ['--folio', 'folio', `${accountNumber}99`],
      ['--bank-link', 'bank link', '999999999999999'],
    ] as const) {
      const within = await ops(dataDir, [...shownArgs, option, id]);
      expect(within).toMatchObject({ status: 3, stderr: `There is no ${what} ${id}.\n` });
    }
  });

  it('a position is one number in histories, past states and exports', async () => {
    interface Line {
      readonly kind?: string;
      readonly stream: string;
      readonly revision: number;
      readonly position: string;
      readonly consistencyToken: string;
    }
    const args = ['--account', accountNumber, '--json'];
    const history = await ops(dataDir, ['audit', 'history', ...args]);
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    const exported = lines.map((line) => JSON.parse(line) as Line);
    const entries = JSON.parse(history.stdout) as Line[];
    expect(entries.length).toBeGreaterThan(2);
    for (const { stream, revision, position, consistencyToken } of entries) {
      const same = exported.find((line) => line.stream === stream && line.revision === revision);
      expect([stream, revision, same?.position]).toEqual([stream, revision, position]);
      expect(consistencyToken).not.toBe(position);
    }
    const [newest] = entries;
    for (const moment of [newest?.position ?? '', newest?.consistencyToken ?? '']) {
      const state = await ops(dataDir, ['audit', 'as-of', moment, ...args]);
      expect(JSON.parse(state.stdout)).toMatchObject({ position: newest?.position });
    }
  });

  it('wrong limits and choices are wrong usage, said in JSON when asked', async () => {
    const limit = '--limit must be a positive whole number';
    for (const [args, error] of [
      [['history'], 'give exactly one of --account, --member and --firm'],
      [
        ['history', '--member', owner, '--folio', `${accountNumber}01`],
        '--folio and --bank-link need --account',
      ],
      [['roots', '--limit', '0'], limit],
      [['who-read', '--limit', 'x'], limit],
    ] as const) {
      const { status, stdout, stderr } = await ops(dataDir, ['audit', ...args, '--json']);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(JSON.parse(stderr)).toEqual({ error, exit: 2 });
    }
  });

  it('as-of shows an account or a member as it was, as a table and as JSON', async () => {
    const now = new Date().toISOString();
    const shown = await ops(dataDir, ['audit', 'as-of', now, '--account', accountNumber]);
    expect(shown).toMatchObject({ status: 0, stdout: expect.stringContaining(owner) });
    expect(shown.stdout).toContain('Position: ');
    const json = await ops(dataDir, ['audit', 'as-of', now, '--member', owner, '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ state: { loginId: owner } });
    const tomorrow = businessDate(new Date(Date.now() + DAY_MS).toISOString());
    const future = await ops(dataDir, ['audit', 'as-of', tomorrow, '--member', owner]);
    expect(future).toMatchObject({
      ...{ status: 3, stdout: '' },
      stderr: expect.stringMatching(
        /the day ends at .*T0[45]:00:00.000\+00:00, at midnight in New York/,
      ),
    });
    const past = await ops(dataDir, ['audit', 'who-read', '--member', owner, '--from', tomorrow]);
    expect(past).toMatchObject({ status: 0, stdout: 'No sensitive data was read.\n' });
    const read = await ops(dataDir, ['audit', 'who-read', '--member', owner]);
    expect(read.stdout).toMatch(/asOf \d{4}-\d\d-\d\dT\S+ +member:/);
    const before = await ops(dataDir, ['audit', 'as-of', '1', '--account', accountNumber]);
    expect(before).toMatchObject({ status: 3, stdout: '' });
    const wrong = await ops(dataDir, ['audit', 'as-of', now]);
    expect(wrong).toMatchObject({ status: 2, stderr: expect.stringContaining('--account') });
  });

  it('an export is verified without service, and the first wrong line is named', async () => {
    const good = await verify(file, '--public-key', keys);
    expect(good).toMatchObject({ status: 0, stderr: '' });
    expect(good.stdout).toContain('which is trusted');
    expect(good.stdout).toContain(`the export of account ${accountNumber}\n`);
    expect(good.stdout).toMatch(
      /can be proven\n {2}from \d{4}-\d\d-\d\d 00:00:00 UTC on, once that night's root is signed/,
    );
    expect((await verify(file, '--account', accountNumber)).status).toBe(0);
    const message = `It is the export of account ${accountNumber}, not of account RA00000000.`;
    const other = await verify(file, '--account', 'RA00000000');
    expect(other).toMatchObject({ status: 1, stdout: expect.stringContaining(message) });
    const asked = await ops(dataDir, ['audit', 'verify', file, '--member', owner, '--json']);
    expect(JSON.parse(asked.stdout)).toMatchObject({ finding: { problem: 'manifest', line: 1 } });
    const lines = (await readFile(file, 'utf8')).split('\n');
    const copy = join(elsewhere, 'copy.ndjson');
    await writeFile(copy, lines.toSpliced(2, 1).join('\n'));
    const bad = await verify(copy, '--json');
    expect(bad.status).toBe(1);
    expect(JSON.parse(bad.stdout)).toMatchObject({
      ok: false,
      finding: { problem: 'dropped', line: 3, stream: `account-${accountNumber}` },
    });
    const same = await ops(dataDir, ['audit', 'verify', copy]);
    expect(same).toMatchObject({ status: 1, stdout: expect.stringContaining('line 3') });
    const nothing = await verify(join(elsewhere, 'nothing'));
    expect(nothing).toMatchObject({ status: 2, stderr: expect.stringContaining('ENOENT') });
    for (const [contents, words] of [
      ['', 'It is empty.'],
      ['Dear auditor,\n', 'It is not an export of this service.'],
    ] as const) {
      await writeFile(copy, contents);
      const said = `${copy} can't be verified. ${words}\n`;
      for (const unusable of [await verify(copy), await ops(dataDir, ['audit', 'verify', copy])]) {
        expect(unusable).toMatchObject({ status: 2, stdout: '' });
        expect(unusable.stderr.endsWith(said)).toBe(true);
      }
    }
    expect((await verify(file, '--public-key', copy)).status).toBe(2);
    expect((await verify()).status).toBe(2);
  });

  it('a report tells what happened in words, loads nothing, and has the verdict on its export', async () => {
    const page = join(elsewhere, 'report.html');
    const asked = ['audit', 'report', '--account', accountNumber];
    const made = await ops(dataDir, [...asked, '-o', page, '--public-key', keys]);
    expect(made).toMatchObject({ status: 0, stdout: expect.stringContaining('was verified') });
    const html = await readFile(page, 'utf8');
    for (const words of [
      'Account opened',
      'Permission granted',
      'accountName: ****',
      'Verified.',
    ]) {
      expect(html).toContain(words);
    }
    expect(html).toMatch(/from \d{4}-\d\d-\d\d (?:19|20):00:00 on/);
    const [, events, proven] = /(\d+), (\d+) of them in the proof/.exec(html) ?? [];
    expect(Number(events)).toBeGreaterThan(0);
    expect([proven, html.includes('ifaStatus')]).toEqual([events, true]);
    expect(html).toContain('which is trusted');
    expect(html).not.toMatch(/<script|https?:\/\/(?!127\.0\.0\.1)|src=|@import/);
    const day = businessDate(new Date().toISOString());
    const past = await ops(dataDir, [...asked, '--from', '2020-01-01', '--to', '2020-12-31']);
    expect(past.stdout).toContain('No events in this period.');
    const today = await ops(dataDir, [...asked, '--from', day, '--to', day]);
    expect(today.stdout).toContain('Account opened');
    const forged = join(elsewhere, 'forged.ndjson');
    const text = await readFile(file, 'utf8');
    await writeFile(forged, text.replace('account.PermissionGranted', 'account.PermissionRevoked'));
    const bad = await ops(dataDir, [...asked, '--export', forged, '-o', page]);
    expect(bad).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('COULD NOT BE VERIFIED'),
    });
    expect(await readFile(page, 'utf8')).toMatch(/Not verified\.[^]*line \d+ \(stream account-/);
  });

  it('a report of a member or a firm lists its events, with the verdict on its export', async () => {
    for (const [subject, title, event] of [
      [['--member', owner], `Member ${owner}`, 'Member'],
      [['--firm', service.credentials.firmId], `Firm ${service.credentials.firmId}`, 'API client'],
    ] as const) {
      const { status, stdout } = await ops(dataDir, ['audit', 'report', ...subject]);
      expect(status).toBe(0);
      for (const words of [`<h1>${title}</h1>`, event, 'Verified.'])
        expect(stdout).toContain(words);
      expect(stdout).not.toContain('Holdings');
      expect(stdout).toMatch(/(\d+), \1 of them in the proof/);
    }
    const both = await ops(dataDir, ['audit', 'report', '--member', owner, '--account', 'x']);
    expect(both).toMatchObject({ status: 2, stderr: expect.stringContaining('exactly one of') });
  });

  it.each([
    [3, ['--account', 'RA00000000'], 'There is no account RA00000000.'],
    [
      2,
      ['--account', 'x', '--from', '2026-02-30'],
      '--from must be a day (yyyy-MM-dd) or an ISO-8601',
    ],
    [2, ['--account', 'x', '--to', 'tomorrow'], '--to must be a day (yyyy-MM-dd) or an ISO-8601'],
    [2, ['--account', 'x', '--from', '2026-03-02', '--to', '2026-03-01'], '--to must be after'],
    [2, ['--from', '2026-03-02'], '--account'],
  ])('a report is refused with %i: %j', async (status, args, words) => {
    const refused = await ops(dataDir, ['audit', 'report', ...args]);
    expect(refused).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(words) });
  });

  it('an export is verified as gzip, and from the standard input', async () => {
    const packed = `${file}.gz`;
    const bytes = gzipSync(await readFile(file));
    await writeFile(packed, bytes);
    expect(await ops(dataDir, ['audit', 'verify', packed])).toMatchObject({ status: 0 });
    expect(await verify(packed)).toMatchObject({ status: 0 });
    const child = startOps(dataDir, ['audit', 'verify', '-'], { stdin: 'pipe' });
    child.stdin?.end(bytes);
    expect(await once(child, 'exit')).toEqual([0, null]);
    await writeFile(packed, bytes.subarray(0, bytes.length / 2));
    expect(await verify(packed)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("can't be read"),
    });
  });

  it('an export that is printed is all there is on stdout', async () => {
    const printed = await ops(dataDir, ['audit', 'export', '--account', accountNumber, '--json']);
    const lines = printed.stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown).at(-1)).toMatchObject({
      kind: 'manifest',
    });
  });

  it('an export takes the place of nothing but a file, and is not asked for where it has none', async () => {
    const exported = ['audit', 'export', '--account', accountNumber, '--output'];
    expect(await ops(dataDir, [...exported, elsewhere])).toMatchObject({
      status: 2,
      stderr: `${elsewhere} exists and is not a regular file.\n`,
    });
    expect((await stat(elsewhere)).isDirectory()).toBe(true);
    const nowhere = join(elsewhere, 'nowhere', 'export.ndjson');
    expect(await ops(dataDir, [...exported, nowhere])).toMatchObject({
      status: 2,
      stderr: `${nowhere} can't be written (ENOENT).\n`,
    });
  });

  it('the digests can be worked out by hand, as docs/audit.md says', async () => {
    const sha = (text: string): string => createHash('sha256').update(text).digest('base64url');
    let previous = sha('brokerage-audit-export/1');
    for (const line of (await readFile(file, 'utf8')).trimEnd().split('\n')) {
      const bare = line.replace(/,"signature":"[^"]*"\}$/, '}').replace(/,"line":"[^"]*"\}$/, '}');
      previous = sha(`${previous}\n${bare}`);
      const said = JSON.parse(line) as Record<string, unknown>;
      expect(said['line']).toBe(previous);
      if (said['kind'] !== 'event') continue;
      const { stream, revision, id, type, data, metadata } = said;
      expect(said['hash']).toBe(sha(JSON.stringify([stream, revision, id, type, data, metadata])));
    }
  });

  it('exports and verifications show how far they are', async () => {
    const log = join(elsewhere, 'log.ndjson');
    const whole = await ops(dataDir, ['audit', 'export', '--output', log]);
    expect(whole.status).toBe(0);
    expect(whole.stderr).toMatch(/^Exporting \[=+\] 100% \| (\d+)\/\1 B of log .* left$/m);
    expect(whole.stderr).toMatch(/^Verifying \[=+\] 100% \| (\d+)\/\1 KiB .* left$/m);
    const some = join(elsewhere, 'member.ndjson');
    const one = await ops(dataDir, ['audit', 'export', '--member', owner, '--output', some]);
    expect(one.stderr).toMatch(/^Exporting \| [1-9]\d* KiB \| \d+ KiB\/s$/m);
    const again = await ops(dataDir, ['audit', 'verify', log, '--json']);
    expect(again).toMatchObject({ status: 0, stderr: '' });
  });

  it.each([
    ['history', ['audit', 'history']],
    ['an export', ['audit', 'export']],
    ['a feed', ['feed', 'tail', '--from', '0']],
  ])('%s that can’t be written says so, without a verdict', async (_of, args) => {
    const full = await open('/dev/full', 'w');
    try {
      const child = startOps(dataDir, [...args, '--account', accountNumber], { stdout: full.fd });
      const said = child.stderr ? text(child.stderr) : undefined;
      expect(await once(child, 'exit')).toEqual([2, null]);
      expect(await said).toBe("The output can't be written (ENOSPC).\n");
    } finally {
      await full.close();
    }
  });

  it('a reader that has seen enough ends a feed in order', async () => {
    const child = startOps(dataDir, ['feed', 'tail', '--from', '0', '--account', accountNumber]);
    const said = child.stderr ? text(child.stderr) : undefined;
    // the reader is gone before the first event comes
    child.stdout?.destroy();
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await said).toBe('');
  });

  it('who-read knows of the export', async () => {
    const shown = await ops(dataDir, ['audit', 'who-read', '--account', accountNumber, '--json']);
    expect(JSON.parse(shown.stdout)).toContainEqual(
      expect.objectContaining({ kind: 'export', subjects: [`account:${accountNumber}`] }),
    );
    expect((await ops(dataDir, ['audit', 'roots'])).stdout).toMatch(ROOTS_SO_FAR);
    for (const [kind, id] of [
      ['account', 'NOPE'],
      ['member', 'nobody.here'],
      ['firm', '999'],
    ] as const) {
      const { status, stderr } = await ops(dataDir, ['audit', 'who-read', `--${kind}`, id]);
      expect({ status, stderr }).toEqual({ status: 3, stderr: `There is no ${kind} ${id}.\n` });
    }
    const period = ['--member', owner, '--to', '2020-01-01'];
    const unread = await ops(dataDir, ['audit', 'who-read', ...period]);
    expect(unread).toMatchObject({ status: 0, stdout: 'No sensitive data was read.\n' });
  });

  it('nobody is asked about the erasure of data that must be kept', async () => {
    const { status, stdout, stderr } = await ops(dataDir, [
      ...['keys', 'erase', '--member', owner, '--reason', 'asked'],
    ]);
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
    expect(stderr).toMatch(/^The data of \S+ must still be kept\.$[^]*^held until +\d{4}-/m);
  });

  it('an export of what is not there leaves no file', async () => {
    const to = join(elsewhere, 'none.ndjson');
    const none = await ops(dataDir, ['audit', 'export', '--account', 'RZ99999999', '--output', to]);
    expect(none.status).toBe(3);
    await expect(readFile(to)).rejects.toThrow('ENOENT');
  });
});

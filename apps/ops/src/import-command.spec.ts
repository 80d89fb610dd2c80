import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ops, startOps } from '../../../test/support/ops-process.js';
import { ServiceUnderTest, uniqueName } from '../../../test/support/running-service.js';
import { eventually } from '../../../test/support/condition.js';

describe('import', () => {
  let service: ServiceUnderTest;
  let dataDir: string;
  let files: string;
  beforeAll(async () => {
    files = await mkdtemp(join(tmpdir(), 'import-'));
    service = await ServiceUnderTest.start();
    ({ dataDir } = service.service.platform.config);
  });
  afterAll(async () => {
    for (const directory of [dataDir, files]) await rm(directory, { recursive: true, force: true });
  });

  const model = { name: 'Model', targetWeights: [{ ticker: 'VTI', targetWeight: '100' }] };
  const rtg = (oid: number): object => ({ path: `/rtgs/${oid}`, body: model });
  const read = async (oid: number): Promise<Response> => {
    const headers = { authorization: `Bearer ${service.credentials.tokens.client}` };
    return fetch(`${service.service.url}/restapi/rtgs/${oid}`, { headers });
  };
  const bad = { path: '/rtgs/1', body: { nonsense: 1 } };
  const file = async (lines: readonly object[], name = uniqueName('lines')): Promise<string> => {
    const path = join(files, name);
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    await writeFile(path, name.endsWith('.gz') ? gzipSync(text) : text);
    return path;
  };

  it('sends a file, says how far it is, and ends with 0', async () => {
    const { status, stdout, stderr } = await ops(dataDir, [
      'import',
      await file([rtg(501), rtg(502)]),
    ]);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^2 accepted, 0 rejected, in [\d.]+ s \(\d+\/s\)\.\n$/),
    });
    expect(stderr).toMatch(/Importing \[.*\] 100% \| 2\/2 lines \| \d+ lines\/s \| .* left/);
  });

  it('killed in the middle is repeated: what was taken is not taken again', async () => {
    const oids = Array.from({ length: 60 }, (_, n) => 10_001 + n);
    const taken = oids.slice(0, 30).map((oid) => `${JSON.stringify(rtg(oid))}\n`);
    const child = startOps(dataDir, ['import', '-'], { stdin: 'pipe' });
    const ended = once(child, 'close');
    child.stdin?.write(taken.join(''));
    await eventually(async () => ((await read(10_020)).ok ? true : undefined));
    child.kill('SIGKILL');
    await ended;
    expect((await read(10_031)).status).toBe(404);
    const path = await file(oids.map(rtg));
    for (let time = 0; time < 2; time++) {
      const { status, stdout } = await ops(dataDir, ['import', path]);
      expect({ status, stdout }).toEqual({
        status: 0,
        stdout: expect.stringMatching(/^60 accepted, 0 rejected/),
      });
    }
    for (const oid of oids) {
      const { status, headers } = await read(oid);
      expect([oid, status, headers.get('etag')]).toEqual([oid, 200, '"0"']);
    }
  });

  it('prints what was rejected and ends with 1; --json a line each and the summary', async () => {
    const path = await file([rtg(503), bad, rtg(504)]);
    const plain = await ops(dataDir, ['import', path]);
    expect(plain.status).toBe(1);
    expect(plain.stdout).toMatch(/^line 2 \/rtgs\/1: 400 field\.unknown nonsense: [^;]+; /);
    expect(plain.stdout).toContain('\n2 accepted, 1 rejected');

    const json = await ops(dataDir, ['import', path, '--json']);
    expect({ status: json.status, stderr: json.stderr }).toEqual({ status: 1, stderr: '' });
    const [rejected, summary] = json.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(rejected).toMatchObject({ line: 2, path: '/rtgs/1', status: 400 });
    expect(summary).toMatchObject({ lines: 3, accepted: 2, rejected: 1 });
  });

  it('--errors keeps the answers to rejected lines in a file', async () => {
    const errors = join(files, uniqueName('errors'));
    const path = await file([bad, rtg(505)], `${uniqueName('lines')}.gz`);
    const { status, stdout } = await ops(dataDir, ['import', path, '--errors', errors]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^1 accepted, 1 rejected/);
    expect(JSON.parse(await readFile(errors, 'utf8'))).toMatchObject({ line: 1, status: 400 });
  });

  it('--errors does not write over what is imported', async () => {
    const path = await file([bad, rtg(505)]);
    const before = await readFile(path, 'utf8');
    const link = join(files, uniqueName('link'));
    await symlink(path, link);
    for (const errors of [path, link]) {
      const { status, stderr } = await ops(dataDir, ['import', path, '--errors', errors]);
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr: `${errors} is the imported file: give --errors another one.\n`,
      });
      expect(await readFile(path, 'utf8')).toBe(before);
    }
  });

  it('blank lines at the end are done when the others are', async () => {
    for (const text of [`${JSON.stringify(rtg(506))}\n\n\n`, '\n\n\n']) {
      const path = join(files, uniqueName('blank'));
      await writeFile(path, text);
      const { status, stderr } = await ops(dataDir, ['import', path]);
      expect(status).toBe(0);
      expect(stderr).toMatch(/ 100% \| 3\/3 lines \| \d+ lines\/s \| 0s left\s*$/);
    }
  });

  it('a token that the running service does not take is said to be that', async () => {
    const { status, stderr } = await ops(dataDir, ['import', await file([]), '--token', 'x']);
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr: expect.stringMatching(
        /^The service responded with 401: credentials\.malformed.* \(at http:\S+\)\n$/u,
      ),
    });
  });

  it('knows gzip by its first bytes, and counts its lines', async () => {
    const packed = join(files, uniqueName('packed'));
    await writeFile(packed, gzipSync(`${JSON.stringify(rtg(507))}\n${JSON.stringify(rtg(508))}`));
    const { status, stdout, stderr } = await ops(dataDir, ['import', packed]);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^2 accepted, 0 rejected/)]);
    expect(stderr).toContain(' 0/2 lines');

    const cut = join(files, `${uniqueName('cut')}.GZ`);
    const text = Array.from({ length: 50 }, (_, n) => `${JSON.stringify(rtg(600 + n))}\n`).join('');
    await writeFile(cut, gzipSync(text).subarray(0, -10));
    const damaged = await ops(dataDir, ['import', cut]);
    expect(damaged.status).toBe(1);
    expect(damaged.stdout).toMatch(
      /^line \d+: 400 request\.malformed: The body is not whole gzip\.\n/,
    );
  });

  it('an empty file is imported', async () => {
    const { status, stdout, stderr } = await ops(dataDir, ['import', await file([])]);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^0 accepted, 0 rejected/)]);
    expect(stderr).not.toContain('NULL');
  });

  it('--key: a file that tells several states of a resource may be repeated', async () => {
    const path = await file([rtg(509), { ...rtg(509), body: { ...model, name: 'Renamed' } }]);
    const changes = async (): Promise<string | null> => (await read(509)).headers.get('etag');
    const key = uniqueName('key');
    for (const etag of ['"1"', '"1"']) {
      expect((await ops(dataDir, ['import', path, '--key', key])).status).toBe(0);
      expect(await changes()).toBe(etag);
    }
    expect((await ops(dataDir, ['import', path])).status).toBe(0);
    expect(await changes()).toBe('"3"');
  });

  it('is stopped in order, and says how far it came', async () => {
    const stopped = startOps(dataDir, ['import', '-', '--errors', join(files, 'none')], {
      stdin: 'pipe',
    });
    let said = '';
    stopped.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
    stopped.stdin?.write(`${JSON.stringify(rtg(510))}\n`);
    await eventually(async () => ((await read(510)).ok ? true : undefined));
    stopped.kill('SIGTERM');
    expect(await once(stopped, 'close')).toEqual([2, null]);
    expect(said).toMatch(/The import was stopped after line [01]\. Import the file again/);
  });

  it('shows the secret of a new client, which nothing shows again', async () => {
    const path = `/firms/${service.credentials.firmId}/clients/${uniqueName('key')}`;
    const { stdout } = await ops(dataDir, [
      'import',
      await file([{ path, body: { loginId: uniqueName('api') } }]),
    ]);
    expect(stdout).toMatch(new RegExp(`^line 1 ${path}: sharedSecret \\S+\\n`));
  });

  it('ends with 2 for a file that is not there and a service that does not answer', async () => {
    const missing = await ops(dataDir, ['import', join(files, 'nothing')]);
    expect(missing.status).toBe(2);
    expect(missing.stderr).toContain("nothing can't be read (ENOENT).");
    const directory = await ops(dataDir, ['import', files]);
    expect([directory.status, directory.stderr]).toEqual([
      2,
      expect.stringContaining("can't be read (EISDIR)."),
    ]);
    const closed = await ops(dataDir, [
      'import',
      await file([]),
      '--errors',
      join(files, 'no', 'errors'),
    ]);
    expect([closed.status, closed.stderr]).toEqual([
      2,
      expect.stringMatching(/^\S+ can't be written \(ENOENT\)\.\n$/),
    ]);
    const away = await ops(dataDir, ['import', await file([]), '--url', 'http://127.0.0.1:9']);
    expect(away.status).toBe(2);
    expect(away.stderr).toContain('does not respond');
    const help = await ops(dataDir, ['import', '--help']);
    expect(help.status).toBe(0);
    expect(help.stdout).toContain('Examples:');
  });

  it('opens the service itself when none is running, as every command does', async () => {
    await service.service.stop();
    const { status, stdout } = await ops(dataDir, ['import', await file([rtg(506), bad])]);
    expect(status).toBe(1);
    expect(stdout).toContain('1 accepted, 1 rejected');
    const { firmId, apiKey } = service.credentials;
    expect(await ops(dataDir, ['clients', 'rotate', firmId, apiKey, '--yes'])).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^\S+\n$/),
      stderr: `Writing to ${dataDir}, in this process.\n`,
    });
  });
});

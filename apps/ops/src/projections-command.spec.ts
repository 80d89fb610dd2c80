import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { clientDocuments } from '#libs/contexts/members';
import { openDocumentStore } from '#libs/platform/read-models';
import { eventually } from '../../../test/support/condition.js';
import { ops } from '../../../test/support/ops-process.js';
import { ServiceUnderTest } from '../../../test/support/running-service.js';

describe('projections', () => {
  let service: ServiceUnderTest;
  let dataDir: string;
  beforeAll(async () => {
    service = await ServiceUnderTest.start();
    ({ dataDir } = service.service.platform.config);
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  const projections = (...args: string[]) => ops(dataDir, ['projections', ...args]);

  it('list shows a table, and JSON when asked', async () => {
    const { status, stdout, stderr } = await projections('list');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^NAME +VERSION +GENERATION +STATE/);
    expect(stdout).toMatch(/\nfolios\.folio +\d+ +1 +live +0\.0/);
    const asJson = await projections('list', '--json');
    expect(JSON.parse(asJson.stdout)).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'folios.folio', state: 'live' })]),
    );
  });

  it('rebuild shows progress, and the generations when it is done', async () => {
    const { status, stdout, stderr } = await projections('rebuild', 'rtgs.rtg');
    expect(status).toBe(0);
    expect(stdout).toMatch(/rtgs_rtg_v1_g1 +1 +retired/);
    expect(stdout).toMatch(/rtgs_rtg_v1_g2 +1 +yes +live/);
    expect(stderr).toMatch(/rtgs_rtg_v1_g2 \[=+\] 100% .* left/);
  });

  it('rebuild --hold, switch and drop, asking before', async () => {
    const held = await projections('rebuild', 'billing.plan', '--hold', '--json');
    expect(held).toMatchObject({ status: 0, stderr: '' });
    const unasked = await projections('switch', 'billing.plan');
    expect(unasked).toMatchObject({ status: 2, stdout: '' });
    expect(unasked.stderr).toContain('Confirm with --yes');
    const switched = await projections('switch', 'billing.plan', '--yes');
    expect(switched.stdout).toMatch(/billing_plan_v1_g2 +1 +yes/);
    const dropped = await projections('drop', 'billing.plan', 'billing_plan_v1_g1', '--yes');
    expect(dropped).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^Writing to \S+\.\n$/),
    });
    expect(dropped.stdout).not.toContain('billing_plan_v1_g1');
    // nobody is asked about what can't be done
    const live = await projections('drop', 'billing.plan', 'billing_plan_v1_g2');
    expect(live).toMatchObject({ status: 3, stdout: '' });
    const alone = await projections('switch', 'billing.plan');
    expect(alone).toMatchObject({ status: 3, stdout: '' });
    expect(alone.stderr).toContain('billing_plan_v1_g2 is live');
  });

  it('switch and drop take the number of a generation, as list shows it', async () => {
    await projections('rebuild', 'placements.offer');
    const listed = await projections('list');
    expect(listed.stdout).toMatch(/\nplacements\.offer +1 +2 +live .* g1 retired/);
    const back = await projections('switch', 'placements.offer', 'g1', '--yes');
    expect(back.stdout).toMatch(/placements_offer_v1_g1 +1 +yes/);
    const dropped = await projections('drop', 'placements.offer', '2', '--yes');
    expect(dropped).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^Writing to \S+\.\n$/),
    });
    expect(dropped.stdout).not.toContain('placements_offer_v1_g2');
    const unknown = await projections('drop', 'placements.offer', '9', '--yes');
    expect(unknown).toMatchObject({ status: 3, stdout: '' });
  });

  it('skip says that nothing has stopped, and asks nobody', async () => {
    const { status, stdout, stderr } = await projections('skip', 'rtgs.rtg', '--reason', 'none');
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
    expect(stderr).toBe('rtgs.rtg has not stopped.\n');
    expect(await projections('skip', 'rtgs.rtg')).toMatchObject({ status: 2, stdout: '' });
  });

  it('skip and unskip an event, and verify says what is skipped', async () => {
    const name = 'members.member';
    const faulty = service.service.platform.projections.find((known) => known.name === name);
    if (!faulty) throw new Error(`there is no ${name}`);
    const fold = jest.spyOn(faulty, 'fold').mockImplementationOnce(() => {
      throw new Error('no fold of this build takes it');
    });
    await service.member();
    const stoppedAt = await eventually(async () => {
      const { stdout } = await projections('status', name, '--json');
      return (JSON.parse(stdout) as { stoppedAt?: string }).stoppedAt;
    });
    fold.mockRestore();
    const reason = ['--reason', 'ticket 4711'];
    const skipped = await projections('skip', name, ...reason, '--yes');
    expect(skipped.status).toBe(0);
    expect(skipped.stdout).toContain(`Skipped: events at ${stoppedAt}`);

    const verified = await projections('verify', name);
    expect(verified.status).toBe(1);
    expect(verified.stdout).toContain(`Skipped: events at ${stoppedAt}`);
    const all = await projections('verify');
    expect(all.status).toBe(1);
    expect(all.stdout).toContain(`Skipped: events at ${stoppedAt}`);
    const asJson = await projections('verify', name, '--json');
    expect(JSON.parse(asJson.stdout)).toMatchObject({ skipped: [stoppedAt], changed: 0 });

    const unskipped = await projections('unskip', name, '--position', stoppedAt, ...reason);
    expect(unskipped.status).toBe(0);
    expect(unskipped.stdout).toMatch(/members_member_v\d+_g2 +\d+ +yes +live/);
    expect(unskipped.stdout).not.toContain('Skipped');
    expect((await projections('verify', name)).status).toBe(0);
    const again = await projections('unskip', name, '--position', stoppedAt, ...reason);
    expect(again).toMatchObject({ status: 3, stdout: '' });
    expect(again.stderr).toContain('projection.event.not.skipped.rule');
  });

  it('consumers shows the others that follow the log, and asks for nothing that they have not parked', async () => {
    const consumers = (...args: string[]) => ops(dataDir, ['consumers', ...args]);
    const { status, stdout, stderr } = await consumers('list');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^NAME +POSITION +LAG \(S\) +PARKED +SKIPPED/);
    expect(stdout).toMatch(/\nfeed\.translator +\d+ +\d+\.\d +0 +0/);
    for (const args of [['retry'], ['skip', '--position', '1', '--reason', 'none', '--yes']]) {
      const refused = await consumers(...args, 'feed.translator');
      expect(refused).toMatchObject({ status: 3, stdout: '' });
      expect(refused.stderr).toContain('consumer.event.not.parked.rule');
    }
    expect(await consumers('skip', 'feed.translator')).toMatchObject({ status: 2, stdout: '' });
  });

  it('diff and verify compare with a fold from zero beside the service, and change nothing', async () => {
    const log = join(dataDir, 'events/log.ndjson');
    await projections('rebuild', 'members.client', '--hold');
    const before = await readFile(log, 'utf8');
    await mkdir(join(dataDir, `refold-${hostname()}-${spawnSync('true').pid}-1-killed`));
    const diff = await projections('diff', 'members.client');
    expect(diff.status).toBe(0);
    expect(diff.stdout).toContain(
      `members.client: version ${clientDocuments.version} of this build against`,
    );
    const verify = await projections('verify', 'members.firm', '--sample', '10', '--json');
    expect(verify).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(verify.stdout)).toMatchObject({ same: 1, added: 0, gone: 0, changed: 0 });
    const shown = await projections('verify', '--sample', '10');
    expect(shown.stdout).toMatch(/^READ MODEL +POSITION +SAME +ADDED/);
    expect(shown.stderr).toMatch(/^(?:Verifying \[.*\n)+\s*$/);
    expect(shown.stdout.match(/READ MODEL|SAME/g)).toHaveLength(2);
    const all = await projections('verify', '--json');
    expect(all).toMatchObject({ status: 0, stderr: '' });
    const names = (JSON.parse(all.stdout) as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['accounts.account', 'members.firm']));
    const beside = await projections('diff', 'members.client', '--generation', 'g2', '--json');
    expect(beside).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(beside.stdout)).toMatchObject({ same: 1, added: 0, gone: 0, changed: 0 });
    const unknown = await projections('diff', 'members.client', '--generation', 'g7');
    expect(unknown).toMatchObject({ status: 3, stdout: '' });
    expect(await projections('diff', 'nope')).toMatchObject({ status: 2, stdout: '' });
    expect(await projections('diff', 'members.client', '--to', '99999999')).toMatchObject({
      status: 2,
      stdout: '',
    });
    expect(await readFile(log, 'utf8')).toBe(before);
    expect((await readdir(dataDir)).filter((name) => name.startsWith('refold-'))).toEqual([]);
  });

  it('rebuild says that it goes on when the service goes away', async () => {
    const line = {
      collection: 'a_v1_g2',
      state: 'catching-up',
      live: false,
      position: '1',
      head: '2',
    };
    const going = createServer(({ url = '' }, answer) => {
      if (!url.includes('/progress')) {
        answer.setHeader('content-type', 'application/json').end('{"generations":[]}');
        return;
      }
      answer.writeHead(200).write(`${JSON.stringify(line)}\n`, () => answer.destroy());
    });
    await new Promise<void>((resolve) => going.listen(0, '127.0.0.1', resolve));
    const { port } = going.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const { status, stderr } = await projections('rebuild', 'a', '--url', url, '--token', 't');
    going.close();
    expect(status).toBe(2);
    expect(stderr).toMatch(/^The connection was lost\. .* "projections status a"\.$/m);
  });

  it('status of what there is not ends with 3', async () => {
    expect(await projections('status', 'nope')).toMatchObject({ status: 3, stdout: '' });
  });

  it('diff and verify end with 1 on a document that is not what the log says, and mask it', async () => {
    await service.service.stop();
    const directory = join(dataDir, 'read-models');
    const documents = await openDocumentStore({ directory });
    const collection = (await documents.pointer('members.client')) ?? '';
    const position = (await documents.checkpoint(collection)) ?? 0n;
    const [stored] = await documents.load(collection, ['demo-client']);
    const document = { ...stored?.document, revoked: true, sealedSecret: 'forged' };
    const writes = [{ collection, id: 'demo-client', document, position }];
    await documents.write({ writes, checkpoints: [] });
    await documents.close();
    const found = await projections('diff', 'members.client');
    expect(found.status).toBe(1);
    expect(found.stdout).toMatch(/revoked +1/);
    expect(found.stdout).toMatch(/changed +demo-client +revoked +true +false/);
    expect(found.stdout).toMatch(/changed +demo-client +sealedSecret +\*\*\* +\*\*\*/);
    expect(found.stdout).not.toContain('forged');
    expect((await projections('verify', 'members.client')).status).toBe(1);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ops } from '../../../test/support/ops-process.js';
import { ServiceProcess } from '../../../test/support/service-process.js';

describe('projections', () => {
  let service: ServiceProcess;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await ServiceProcess.freshDirectory();
    service = await ServiceProcess.start(dataDir);
  });
  afterAll(async () => {
    await service.stop();
    await service.remove();
  });

  const projections = (...args: string[]) => ops(dataDir, ['projections', ...args]);

  it('list shows a table, and JSON when asked', async () => {
    const { status, stdout, stderr } = await projections('list');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^NAME +VERSION +GENERATION +STATE/);
    expect(stdout).toMatch(/\nfolios\.folio +1 +1 +live +0\.0/);
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
    expect(unasked.stderr).toContain('Answer with --yes');
    const switched = await projections('switch', 'billing.plan', '--yes');
    expect(switched.stdout).toMatch(/billing_plan_v1_g2 +1 +yes/);
    const dropped = await projections('drop', 'billing.plan', 'billing_plan_v1_g1', '--yes');
    expect(dropped).toMatchObject({ status: 0, stderr: '' });
    expect(dropped.stdout).not.toContain('billing_plan_v1_g1');
    const live = await projections('drop', 'billing.plan', 'billing_plan_v1_g2', '--yes');
    expect(live).toMatchObject({ status: 3, stdout: '' });
  });

  it('status of what there is not ends with 3', async () => {
    expect(await projections('status', 'nope')).toMatchObject({ status: 3, stdout: '' });
  });
});

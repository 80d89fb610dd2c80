import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/condition.js';
import { ServersInProcess } from '../support/servers-in-process.js';

interface Response {
  readonly status: number;
  readonly text: string;
}

describe('a projector beside the API, on servers', () => {
  let servers: ServersInProcess;
  beforeAll(async () => {
    servers = await ServersInProcess.start();
  });
  afterAll(() => servers.stop());

  async function get(base: string, path: string): Promise<Response> {
    const answer = await fetch(base + path);
    return { status: answer.status, text: await answer.text() };
  }
  const ofProjector = (path: string): Promise<Response> =>
    get(`http://127.0.0.1:${servers.projector.port}`, path);

  it('answers for its health, and for nothing else', async () => {
    expect((await ofProjector('/health/live')).status).toBe(200);
    expect((await ofProjector('/health/ready')).status).toBe(200);
    const metrics = await ofProjector('/metrics');
    expect(metrics.text).toMatch(/projection_state\{projection="members\.member"\} 0/);
    expect(metrics.text).toMatch(/brokerage_consumer_position\{/);
    expect((await ofProjector('/restapi/accounts')).status).toBe(404);
  });

  it('tells the API how far the read models are', async () => {
    await eventually(async () =>
      (await get(servers.api.url, '/metrics')).text.includes(
        'brokerage_projection_state{projection="members.member"} 0',
      )
        ? true
        : undefined,
    );
    const ready = await eventually(async () => {
      const { status, text } = await get(servers.api.url, '/health/ready');
      const health = JSON.parse(text) as { lagSeconds: number };
      return status === 200 && health.lagSeconds === 0 ? health : undefined;
    });
    expect(ready).toMatchObject({ status: 'ready', behind: [] });
  });
});

import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { loadConfig } from '#libs/platform/runtime';
import { ServiceUnderTest } from '../support/running-service.js';

describe('the proxy of the cluster', () => {
  let service: ServiceUnderTest;
  let text: string;
  let uses: RegExp;
  beforeAll(async () => {
    service = await ServiceUnderTest.start();
    text = await readFile('docker/haproxy.cfg', 'utf8');
    uses = new RegExp(/http-check expect rstring (\S+)/.exec(text)?.[1] ?? '(?!)');
  });
  afterAll(() => service.stop());

  const check = async (): Promise<{ status: number; used: boolean }> => {
    const answer = await fetch(new URL('/health/ready', service.service.url));
    return { status: answer.status, used: uses.test(await answer.text()) };
  };

  it('uses a replica whose stores answer, whatever its read models do', async () => {
    expect(await check()).toEqual({ status: 200, used: true });
    const { projectionRunner } = service.service.platform;
    const [one, ...others] = await projectionRunner.observe();
    const looking = jest.spyOn(projectionRunner, 'observe');
    looking.mockResolvedValue([{ ...one!, state: 'stopped' }, ...others]);
    expect(await check()).toEqual({ status: 503, used: true });
    looking.mockRestore();
  });

  it('cuts no request that the service lets go on, and no live stream between two signs of life', () => {
    const patience = (side: string): number =>
      Number(new RegExp(`^ +timeout ${side} (\\d+)s$`, 'm').exec(text)?.[1]) * 1_000;
    const { requestTimeout } = service.service.app.getHttpServer();
    const longestPause = 60;
    const settings = { STREAM_HEARTBEAT_SECONDS: String(longestPause) };
    expect(loadConfig(settings).streamHeartbeatSeconds).toBe(longestPause);
    settings.STREAM_HEARTBEAT_SECONDS = String(longestPause + 1);
    expect(() => loadConfig(settings)).toThrow('STREAM_HEARTBEAT_SECONDS');
    for (const side of ['client', 'server']) {
      // both timeouts count from the last byte
      expect(patience(side)).toBeGreaterThan(requestTimeout);
      expect(patience(side)).toBeGreaterThan(2 * longestPause * 1_000);
    }
    // buffering would delay an import until its end
    expect(text).not.toContain('http-buffer-request');
  });

  it('asks another replica again for reads alone when one has ended without an answer', () => {
    expect(text).toMatch(/^ +retry-on .*\bempty-response\b/m);
    expect(text).toMatch(/^ +http-request disable-l7-retry unless \{ method GET HEAD OPTIONS \}$/m);
  });

  it('uses none that does not reach a store', async () => {
    const { eventStore } = service.service.platform;
    const asking = jest.spyOn(eventStore, 'state').mockReturnValue('away');
    expect(await check()).toEqual({ status: 503, used: false });
    asking.mockRestore();
  });
});

import { isIP } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { listenOn } from './process-start.js';

describe('listening', () => {
  const listenedOn = async (host: string): Promise<string> => {
    let asked = '';
    const listen = (where: { readonly host: string }): Promise<void> => {
      asked = where.host;
      return Promise.resolve();
    };
    const app = {
      getHttpAdapter: () => ({ getInstance: () => ({ listen }) }),
      getHttpServer: () => ({ address: () => ({ port: 1 }) }),
    };
    expect(await listenOn(app as never, { host, port: 0, variable: 'PORT' })).toBe(1);
    return asked;
  };

  it('is on one address, whatever a name has', async () => {
    expect(isIP(await listenedOn('localhost'))).toBeGreaterThan(0);
  });

  it.each(['127.0.0.1', '0.0.0.0', '::', '::1'])('is on %s as it is', async (host) => {
    expect(await listenedOn(host)).toBe(host);
  });
});

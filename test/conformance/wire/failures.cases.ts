import { describe, expect, it, jest } from '@jest/globals';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { expectUnchanged, memberBody, uniqueName } from '../../support/running-service.js';
import { expectErrorList } from '../../support/wire.js';
import { account, folio, folioBody, service, wire } from './set-up.js';

describe('Other statuses', () => {
  describe('503 with Retry-After while a store is unreachable', () => {
    it('the log [errors.503]', async () => {
      const { eventStore } = service.service.platform;
      const away = (): never => {
        throw new StoreUnavailableError('the log at esdb://user:password@host is away');
      };
      const spies = [
        jest
          .spyOn(eventStore, 'append')
          .mockImplementation(() => Promise.reject(new StoreUnavailableError('away'))),
        jest.spyOn(eventStore, 'readStream').mockImplementation(away),
      ];
      try {
        for (const send of [
          () => wire.json('POST', '/restapi/members', memberBody()),
          () => wire.json('POST', `${account}/folios`, folioBody()),
          () => wire.json('PUT', account, { accountName: uniqueName() }),
          () =>
            wire.json('POST', '/restapi/members', memberBody(), {
              'idempotency-key': uniqueName(),
            }),
        ]) {
          const answer = await expectUnchanged(service, send);
          expectErrorList(answer, 503);
          expect(answer.body).toMatchObject([
            { type: 'UNAVAILABLE', errorCode: 'service.unavailable' },
          ]);
          expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
          expect(answer.text).not.toContain('password');
        }
      } finally {
        for (const spy of spies) spy.mockRestore();
      }
      expect((await wire.json('POST', '/restapi/members', memberBody())).status).toBe(201);
    });

    it('the read models [errors.503]', async () => {
      const { documents } = service.service.platform;
      const away = () => Promise.reject(new StoreUnavailableError('away'));
      const spies = [
        jest.spyOn(documents, 'get').mockImplementation(away),
        jest.spyOn(documents, 'find').mockImplementation(away),
      ];
      try {
        for (const path of [account, '/restapi/accounts', `${account}/folios`, folio]) {
          const answer = await wire.get(path);
          expectErrorList(answer, 503);
          expect(answer.body).toMatchObject([
            { type: 'UNAVAILABLE', errorCode: 'service.unavailable' },
          ]);
          expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
          expect(answer.headers.etag).toBeUndefined();
        }
      } finally {
        for (const spy of spies) spy.mockRestore();
      }
      expect((await wire.get(account)).status).toBe(200);
    });
  });

  it('500: INTERNAL with the request id, never a stack [errors.500]', async () => {
    const { eventStore } = service.service.platform;
    const spy = jest
      .spyOn(eventStore, 'append')
      .mockImplementation(() => Promise.reject(new Error('secret detail of the bug')));
    try {
      const answer = await wire.json('POST', '/restapi/members', memberBody(), {
        'x-request-id': 'my-request',
      });
      expectErrorList(answer, 500);
      expect(answer.body).toEqual([
        {
          type: 'INTERNAL',
          errorCode: 'internal.error',
          message: expect.stringContaining('my-request'),
        },
      ]);
      expect(answer.text).not.toMatch(/secret|stack|\bat\b.*\.[tj]s/);
      expect(answer.headers['x-request-id']).toBe('my-request');
    } finally {
      spy.mockRestore();
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Fields, type RequestContext } from '#libs/platform/http';
import type { FindOptions } from '#libs/platform/read-models';
import { eventually } from '../../../../test/support/condition.js';
import { body, FIRM, MembersService } from '../test/members-service.js';
import { sampleDefinition, sampleTrustee } from '../test/samples.js';
import { ClientsController } from './clients.controller.js';
import { clientDocuments } from './firm.document.js';
import { FirmsController } from './firms.controller.js';
import { MemberDirectories, memberDirectories } from './member.facts.js';
import { CreateTrusteeCommand } from './member.handlers.js';

describe('the directories', () => {
  let service: MembersService;
  let directories: MemberDirectories;
  let clients: ClientsController;
  beforeAll(async () => {
    service = await MembersService.start();
    directories = memberDirectories(service.platform);
    clients = service.app.get(ClientsController);
  });
  afterAll(() => service.stop());

  const context = (name?: string): RequestContext => {
    const metadata = service.metadata(name);
    return { ...metadata, caller: { id: 'op', roles: ['operator'] } } as unknown as RequestContext;
  };
  const define = async (apiKey: string, loginId: string, name?: string, more = {}) => {
    const answer = await clients.define({
      params: { firmId: FIRM, apiKey },
      body: body({ loginId, ...more }),
      context: context(name),
    });
    return (answer.body as { sharedSecret: string } | undefined)?.sharedSecret;
  };

  it('are the same for one platform', () => {
    expect(memberDirectories(service.platform)).toBe(directories);
  });

  it('know a client at once, with its secret and what it may do', async () => {
    expect(await directories.clients.find('first-key')).toBeUndefined();
    const secret = await define('first-key', 'first-login');
    expect(secret).toMatch(/^[\w-]{43}$/);
    const found = await directories.clients.find('first-key');
    expect(found).toMatchObject({
      apiKey: 'first-key',
      firmId: FIRM,
      loginId: 'first-login',
      entitlements: ['fullTid'],
      revoked: false,
    });
    expect(found?.sharedSecret.reveal()).toBe(secret);
    expect(await directories.clients.find('no key at all')).toBeUndefined();
  });

  it('show the secret to the first request only, and to a repetition of it', async () => {
    const secret = await define('second-key', 'second-login', 'second');
    expect(secret).toBeDefined();
    expect(await define('second-key', 'second-login', 'second')).toBe(secret);
    expect(await define('second-key', 'second-login')).toBeUndefined();
  });

  it('follow every change in the next request', async () => {
    const key = 'third-key';
    const old = await define(key, 'third-login');
    expect((await directories.clients.find(key))?.sharedSecret.reveal()).toBe(old);

    const { body: answer } = await clients.replaceSecret(context(), FIRM, key, new Fields({}, []));
    const { sharedSecret } = answer as { sharedSecret: string };
    expect(sharedSecret).not.toBe(old);
    expect((await directories.clients.find(key))?.sharedSecret.reveal()).toBe(sharedSecret);

    expect(await directories.logins.find('third-login')).toEqual({ kind: 'client', firmId: FIRM });
    await define(key, 'third-login', undefined, { entitlements: [] });
    expect((await directories.clients.find(key))?.entitlements).toEqual([]);

    const narrowed = { kind: 'client', firmId: FIRM, entitlements: [] };
    expect(await directories.logins.find('third-login')).toEqual(narrowed);
    expect((await clients.revoke(context(), FIRM, key)).status).toBe(200);
    expect((await directories.clients.find(key))?.revoked).toBe(true);
    expect(await directories.logins.find('third-login')).toBeUndefined();
  });

  it('never put an older answer back, however far the documents lag', async () => {
    await define('lagging-key', 'lagging-login');
    const { readModels } = service.platform;
    const documents = readModels.of(clientDocuments);
    const old = await documents.get('lagging-key', await service.platform.eventStore.head());
    /** The document as it is now, for everyone who does not ask for a newer one. */
    const lagging = {
      of: (model: typeof clientDocuments) => ({
        get: (id: string, atLeast?: bigint) =>
          atLeast === undefined && id === old?.apiKey
            ? Promise.resolve(old)
            : readModels.of(model).get(id, atLeast),
        find: (selection: FindOptions, atLeast?: bigint) =>
          atLeast === undefined
            ? Promise.resolve({ items: [old] })
            : documents.find(selection, atLeast),
      }),
    };
    const others = new MemberDirectories({ ...service.platform, readModels: lagging as never });
    expect(await others.clients.find('lagging-key')).toMatchObject({ revoked: false });
    expect(await others.logins.find('lagging-login')).toMatchObject({ kind: 'client' });
    await clients.revoke(context(), FIRM, 'lagging-key');
    const underWay = [others.clients.find('lagging-key'), others.logins.find('lagging-login')];
    await others.clientChanged('lagging-key', await service.platform.eventStore.head());
    await Promise.all(underWay.map((one) => Promise.resolve(one)));
    for (let i = 0; i < 3; i++) {
      expect(await others.clients.find('lagging-key')).toMatchObject({ revoked: true });
      expect(await others.logins.find('lagging-login')).toBeUndefined();
    }
  });

  it('answer requests that are under way while a client changes', async () => {
    await define('fourth-key', 'fourth-login');
    const underWay = directories.clients.find('fourth-key');
    await directories.clientChanged('fourth-key', 0n);
    expect(await underWay).toMatchObject({ apiKey: 'fourth-key' });
  });

  it('follow changes of the firm', async () => {
    await define('fifth-key', 'fifth-login');
    expect((await directories.clients.find('fifth-key'))?.entitlements).toEqual(['fullTid']);
    expect(await directories.firms.entitlementsOf(FIRM)).toEqual(['fullTid']);
    await service.app.get(FirmsController).define({
      params: { firmId: FIRM },
      body: body(sampleDefinition({ entitlements: ['removeRestrictions'] })),
      context: context(),
    });
    expect(await directories.firms.entitlementsOf(FIRM)).toEqual(['removeRestrictions']);
    expect((await directories.clients.find('fifth-key'))?.entitlements).toEqual([
      'removeRestrictions',
    ]);
    expect(await directories.firms.entitlementsOf('424242')).toEqual([]);
  });

  it('follow what another process changes', async () => {
    const key = 'sixth-key';
    const old = await define(key, 'sixth-login');
    const others = new MemberDirectories(service.platform);
    others.follow();
    expect((await others.clients.find(key))?.sharedSecret.reveal()).toBe(old);
    expect(await others.logins.find('sixth-login')).toMatchObject({ firmId: FIRM });
    expect(await others.firms.entitlementsOf(FIRM)).not.toEqual([]);

    const { body: answer } = await clients.replaceSecret(context(), FIRM, key, new Fields({}, []));
    const { sharedSecret } = answer as { sharedSecret: string };
    await eventually(async () => {
      const found = await others.clients.find(key);
      return found?.sharedSecret.reveal() === sharedSecret || undefined;
    });
    await clients.revoke(context(), FIRM, key);
    await eventually(async () => (await others.clients.find(key))?.revoked);
    await eventually(async () => {
      return (await others.logins.find('sixth-login')) === undefined || undefined;
    });
    const firm = body(sampleDefinition());
    await service.app
      .get(FirmsController)
      .define({ params: { firmId: FIRM }, body: firm, context: context() });
    await eventually(
      async () => (await others.firms.entitlementsOf(FIRM)).length === 0 || undefined,
    );
    await others.stop();
  });

  it('know the firm of members and trustees at once, and of nobody else', async () => {
    await service.createMember({ loginId: 'member.at.once' });
    expect(await directories.logins.find('member.at.once')).toMatchObject({ firmId: FIRM });
    const trustee = sampleTrustee({ loginId: 'trustee.at.once' });
    await service.bus.execute(
      new CreateTrusteeCommand({ firmId: FIRM, trustee }, service.metadata()),
    );
    expect(await directories.logins.find('trustee.at.once')).toMatchObject({ firmId: FIRM });
    expect(await directories.logins.find('nobody.at.all')).toBeUndefined();
    expect(await directories.logins.find('not a login id')).toBeUndefined();
  });
});

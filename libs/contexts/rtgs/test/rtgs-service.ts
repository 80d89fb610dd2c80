import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { account, accountDocuments, accountEvents } from '#libs/contexts/accounts';
import { folios } from '#libs/contexts/folios';
import { ActingPersons } from '#libs/contexts/members';
import {
  type Authenticator,
  type Caller,
  createHttpApplication,
  stopGracefully,
} from '#libs/platform/http';
import { isRefusal, type Problem, processMetadata } from '#libs/platform/kernel';
import { createLogger, loadConfig } from '#libs/platform/runtime';
import {
  Background,
  defineContext,
  openPlatform,
  type Platform,
  PlatformModule,
} from '#libs/platform/service';
import { FIRM, open, sign } from '../../accounts/test/account-fixtures.js';
import { rtgs } from '../src/rtgs.context.js';

@Global()
@Module({ providers: [ActingPersons], exports: [ActingPersons] })
class NoRoutes {}
const accounts = defineContext({
  name: 'accounts',
  events: [accountEvents],
  projections: [accountDocuments],
  module: NoRoutes,
});

/** Who calls, by the header `authorization`: `client <firmId> <login id>` or another role. */
const authenticator: Authenticator = {
  authenticate({ headers }): Caller | Problem {
    const [role = '', firmId, member] = (headers.authorization ?? '').split(' ');
    if (role === '') return { type: 'UNAUTHENTICATED' };
    return {
      kind: 'token',
      id: `${role}-${firmId ?? ''}`,
      roles: [role as Caller['roles'][number]],
      ...(firmId !== undefined && { firmId }),
      ...(member !== undefined && { member }),
      memberKnown: true,
      entitlements: [],
    };
  },
};

/** The creator of the accounts of these tests. */
export const CLIENT = `client ${FIRM} advisor`;

/** The routes of this context and of folios over embedded stores in a directory of their own. */
export class RtgsService {
  private constructor(
    readonly platform: Platform,
    readonly app: NestFastifyApplication,
    private readonly background: Background,
    private readonly directory: string,
  ) {}

  static async start(): Promise<RtgsService> {
    const directory = await mkdtemp(join(tmpdir(), 'rtgs-'));
    const clock = { now: () => Date.parse('2026-03-02T15:00:00.000Z') };
    const logger = createLogger({ level: 'silent' });
    const config = loadConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent' });
    const platform = await openPlatform(config, [accounts, folios, rtgs], { clock, logger });
    @Module({
      imports: [PlatformModule.forRoot(platform), accounts.module, folios.module, rtgs.module],
    })
    class Application {}
    const app = await createHttpApplication(Application, { authenticator, clock, logger });
    await app.init();
    const background = new Background(platform, app);
    await background.start();
    return new RtgsService(platform, app, background, directory);
  }

  async stop(): Promise<void> {
    await stopGracefully(this.app);
    await this.background.stop();
    await this.platform.close();
    await rm(this.directory, { recursive: true });
  }

  async call(
    as: string,
    method: 'GET' | 'PUT' | 'POST',
    url: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) {
    const json = body !== undefined && { 'content-type': 'application/json' };
    return this.app.inject({
      method,
      url,
      headers: { authorization: as, ...json, ...headers },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
  }

  /** Opens an account; restricted until it is signed. */
  async openAccount(accountNumber: string, signed: boolean): Promise<void> {
    const commands = [open('I', {}, { accountNumber }), ...(signed ? [sign('jdoe')] : [])];
    for (const command of commands) {
      const id = `${accountNumber} ${command.type}`;
      const metadata = processMetadata('test', id, '2026-03-02T15:00:00.000Z');
      const { aggregates } = this.platform;
      const outcome = await aggregates.handle(account, accountNumber, command, metadata);
      if (isRefusal(outcome)) throw new Error('no account');
    }
  }
}

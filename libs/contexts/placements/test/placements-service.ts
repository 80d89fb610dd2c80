import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ActingPersons, memberDecider, memberEvents } from '#libs/contexts/members';
import {
  type Authenticator,
  type Caller,
  createHttpApplication,
  stopGracefully,
} from '#libs/platform/http';
import {
  isRefusal,
  type Problem,
  processMetadata,
  Secret,
  timestampOf,
} from '#libs/platform/kernel';
import { createLogger, loadConfig } from '#libs/platform/runtime';
import {
  Background,
  defineContext,
  openPlatform,
  type Platform,
  PlatformModule,
} from '#libs/platform/service';
import { placements } from '../src/placements.context.js';

@Global()
@Module({ providers: [ActingPersons], exports: [ActingPersons] })
class NoRoutes {}
const members = defineContext({
  name: 'members',
  events: [memberEvents],
  projections: [],
  module: NoRoutes,
});

/** Who calls, by the header `authorization`: `client <firmId>` or another role. */
const authenticator: Authenticator = {
  authenticate({ headers }): Caller | Problem {
    const [role = '', firmId] = (headers.authorization ?? '').split(' ');
    if (role === '') return { type: 'UNAUTHENTICATED' };
    return {
      kind: 'token',
      id: `${role}-${firmId ?? ''}`,
      roles: [role as Caller['roles'][number]],
      ...(firmId !== undefined && { firmId, member: 'advisor' }),
      memberKnown: true,
      entitlements: [],
    };
  },
};

/** What a request of these tests may say. */
export interface Sent {
  readonly as: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The routes of this context over embedded stores in a directory of their own. */
export class PlacementsService {
  now = Date.parse('2026-03-02T15:00:00.000Z');

  private constructor(
    readonly platform: Platform,
    readonly app: NestFastifyApplication,
    private readonly background: Background,
    private readonly directory: string,
    private readonly clock: { now: () => number },
  ) {
    this.clock.now = () => this.now;
  }

  static async start(): Promise<PlacementsService> {
    const directory = await mkdtemp(join(tmpdir(), 'placements-'));
    const clock = { now: () => 0 };
    const logger = createLogger({ level: 'silent' });
    const config = loadConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent' });
    const platform = await openPlatform(config, [members, placements], { clock, logger });
    @Module({ imports: [PlatformModule.forRoot(platform), members.module, placements.module] })
    class Application {}
    const app = await createHttpApplication(Application, { authenticator, clock, logger });
    await app.init();
    const background = new Background(platform, app);
    const service = new PlacementsService(platform, app, background, directory, clock);
    await background.start();
    return service;
  }

  async stop(): Promise<void> {
    await stopGracefully(this.app);
    await this.background.stop();
    await this.platform.close();
    await rm(this.directory, { recursive: true });
  }

  async call(method: 'GET' | 'HEAD' | 'PUT', url: string, { as, body, headers }: Sent) {
    return this.app.inject({
      method,
      url,
      headers: {
        authorization: as,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
  }

  async addMember(loginId: string, firmId: string): Promise<void> {
    const member = {
      loginId,
      firstName: 'John',
      lastName: 'Doe',
      dateOfBirth: '1970-05-10',
      tid: Secret.of('123456789'),
      email1: 'john.doe@example.com',
      primaryAddress: {
        line1: '101 Howard Ln',
        city: 'Atlanta',
        state: 'GA',
        zipcode: '30301',
        country: 'US',
      },
    };
    const command = {
      kind: 'createMember',
      member,
      firm: { firmId },
      identity: 'PASSED',
    } as const;
    const metadata = processMetadata('test', loginId, timestampOf(this.now));
    const outcome = await this.platform.aggregates.handle(
      memberDecider,
      loginId,
      command,
      metadata,
    );
    if (isRefusal(outcome)) throw new Error('no member');
  }
}

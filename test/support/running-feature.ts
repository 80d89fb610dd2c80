import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module, type Provider, type Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Authenticator, createHttpApplication, stopGracefully } from '#libs/platform/http';
import type { Caller, Clock, Problem } from '#libs/platform/kernel';
import { createLogger, loadConfig } from '#libs/platform/runtime';
import {
  Background,
  EventSourcingModule,
  openPlatform,
  PLATFORM,
  type Platform,
} from '#libs/platform/service';

/** Reads the caller from the header `authorization`: `client <firmId> <login id>`, or another role. */
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
  stillAdmits: () => true,
};

/** Parts of a request. */
export interface FeatureRequest {
  /** Value of the header `authorization`, such as `client 7 advisor`. */
  readonly as: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A feature, and those it imports, over embedded stores in a directory of their own. */
export class RunningFeature {
  private constructor(
    readonly platform: Platform,
    private readonly app: NestFastifyApplication,
    private readonly background: Background,
    private readonly directory: string,
  ) {}

  /** @param providers what other features would bring */
  static async start(
    feature: Type,
    clock: Clock,
    providers: readonly Provider[] = [],
  ): Promise<RunningFeature> {
    const directory = await mkdtemp(join(tmpdir(), 'feature-'));
    const logger = createLogger({ level: 'silent' });
    const config = loadConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent' });
    const eventSourcing = EventSourcingModule.forRoot((features) =>
      openPlatform(config, features, { clock, logger }),
    );
    @Module({ imports: [eventSourcing, feature], providers: [...providers] })
    class Application {}
    const app = await createHttpApplication(Application, { logger }, () => ({
      authenticator,
      clock,
    }));
    await app.init();
    const platform = app.get<Platform>(PLATFORM);
    const background = new Background(platform, app);
    await background.start();
    return new RunningFeature(platform, app, background, directory);
  }

  async stop(): Promise<void> {
    await stopGracefully(this.app);
    await this.background.stop();
    await this.platform.close();
    await rm(this.directory, { recursive: true });
  }

  /** Sends a request in process. */
  call(
    method: 'GET' | 'HEAD' | 'PUT' | 'POST',
    url: string,
    { as, body, headers }: FeatureRequest,
  ) {
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
}

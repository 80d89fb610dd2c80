import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  type Authenticator,
  type Caller,
  createHttpApplication,
  stopGracefully,
} from '#libs/platform/http';
import type { Clock, Problem } from '#libs/platform/kernel';
import { createLogger, loadConfig } from '#libs/platform/runtime';
import {
  Background,
  type ContextDefinition,
  openPlatform,
  type Platform,
  PlatformModule,
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
  recheck: () => undefined,
};

/** Parts of a request. */
export interface Sent {
  /** Value of the header `authorization`, such as `client 7 advisor`. */
  readonly as: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The routes of a few contexts over embedded stores in their own directory. */
export class RunningContexts {
  private constructor(
    readonly platform: Platform,
    private readonly app: NestFastifyApplication,
    private readonly background: Background,
    private readonly directory: string,
  ) {}

  static async start(
    contexts: readonly ContextDefinition[],
    clock: Clock,
  ): Promise<RunningContexts> {
    const directory = await mkdtemp(join(tmpdir(), 'contexts-'));
    const logger = createLogger({ level: 'silent' });
    const config = loadConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent' });
    const platform = await openPlatform(config, contexts, { clock, logger });
    const modules = contexts.map(({ module }) => module);
    @Module({ imports: [PlatformModule.forRoot(platform), ...modules] })
    class Application {}
    const app = await createHttpApplication(Application, { authenticator, clock, logger });
    await app.init();
    const background = new Background(platform, app);
    await background.start();
    return new RunningContexts(platform, app, background, directory);
  }

  async stop(): Promise<void> {
    await stopGracefully(this.app);
    await this.background.stop();
    await this.platform.close();
    await rm(this.directory, { recursive: true });
  }

  /** Sends a request in process. */
  call(method: 'GET' | 'HEAD' | 'PUT' | 'POST', url: string, { as, body, headers }: Sent) {
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

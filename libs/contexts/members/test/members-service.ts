import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Test } from '@nestjs/testing';
import type { Outcome } from '#libs/platform/event-store';
import { Fields, toProblems } from '#libs/platform/http';
import {
  type CommandMetadata,
  processMetadata,
  RefusedException,
  timestampOf,
} from '#libs/platform/kernel';
import { deriveUuid, loadConfig } from '#libs/platform/runtime';
import {
  Background,
  EventSourcingModule,
  openPlatform,
  PLATFORM,
  type Platform,
  ReservationSweeper,
} from '#libs/platform/service';
import { PATIENCE_MS } from '../../../../test/support/condition.js';
import type { Entitlement, MemberEvent } from '../src/member.events.js';
import type { NewMember } from '../src/member.js';
import {
  IdentityProvider,
  type IdentityResult,
  type SubmittedCheck,
} from '../src/identity.ports.js';
import { LoginIds, Representation } from '../src/login-ids.facts.js';
import { MembersModule } from '../src/members.module.js';
import { CreateMemberCommand } from '../src/member.handlers.js';
import { DefineFirmCommand } from '../src/firm.handlers.js';
import { sampleDefinition, sampleMember } from './samples.js';

export const FIRM = '10000001';

/** An identity provider that records its calls. */
class RecordingProvider extends IdentityProvider {
  answer: () => Promise<IdentityResult> = () => Promise.resolve('PASSED');
  checks = 0;
  readonly submitted: SubmittedCheck[] = [];
  onSubmit: () => void = () => undefined;

  override check(): Promise<IdentityResult> {
    this.checks += 1;
    return this.answer();
  }

  override submit(check: SubmittedCheck): Promise<void> {
    this.submitted.push(check);
    this.onSubmit();
    return Promise.resolve();
  }
}

/** A request body without problems. */
export function body<T>(value: T): Fields<T> {
  return new Fields(value, []);
}

/** The members context on embedded stores in a temporary directory. */
export class MembersService {
  #commands = 0;

  private constructor(
    readonly platform: Platform,
    readonly app: INestApplicationContext,
    readonly provider: RecordingProvider,
    readonly clock: { at: number },
    private readonly background: Background,
    private readonly directory: string,
  ) {}

  /** Starts it with one advisor firm. */
  static async start(): Promise<MembersService> {
    const directory = await mkdtemp(join(tmpdir(), 'members-'));
    const clock = { at: Date.parse('2026-03-02T15:00:00.000Z') };
    const config = loadConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent' });
    const ports = { clock: { now: () => clock.at } };
    const provider = new RecordingProvider();
    const app = await Test.createTestingModule({
      imports: [
        EventSourcingModule.forRoot((features) => openPlatform(config, features, ports)),
        MembersModule,
      ],
    })
      .overrideProvider(IdentityProvider)
      .useValue(provider)
      .compile();
    await app.init();
    const platform = app.get<Platform>(PLATFORM);
    const background = new Background(platform, app);
    await background.start();
    const service = new MembersService(platform, app, provider, clock, background, directory);
    await service.defineFirm(FIRM, ['fullTid']);
    return service;
  }

  async stop(): Promise<void> {
    await this.background.stop();
    await this.app.close();
    await this.platform.close();
    await rm(this.directory, { recursive: true });
  }

  get bus(): CommandBus {
    return this.app.get(CommandBus);
  }

  /** Metadata of a new command; the same name yields the same command id. */
  metadata(name = `command ${++this.#commands}`): CommandMetadata {
    const commandId = deriveUuid('test', name);
    return processMetadata('test', commandId, timestampOf(this.clock.at));
  }

  defineFirm(firmId: string, entitlements: readonly Entitlement[]): Promise<unknown> {
    const firm = sampleDefinition({ entitlements });
    return this.bus.execute(new DefineFirmCommand({ firmId, firm }, this.metadata()));
  }

  createMember(
    input: Partial<NewMember>,
    { name, asynchronous = false }: { name?: string; asynchronous?: boolean } = {},
  ): Promise<Outcome<MemberEvent>> {
    return this.bus.execute(
      new CreateMemberCommand(
        {
          member: sampleMember(input),
          caller: { firmId: FIRM, member: 'api-login' },
          asynchronous,
        },
        this.metadata(name),
      ),
    );
  }

  /** Sweeps reservations as if their requests had ended long ago. */
  async sweepLater(): Promise<void> {
    this.clock.at += 10 * 60_000;
    const { platform, app } = this;
    const { reservations, readModels, logger, eventStore, projectionRunner } = platform;
    await projectionRunner.waitFor('all', await eventStore.head(), PATIENCE_MS);
    const owners = [app.get(LoginIds), app.get(Representation)];
    await new ReservationSweeper(reservations, readModels, owners, platform.clock, logger).run();
  }

  /** Types of the events of a stream, in order. */
  async eventTypes(stream: string): Promise<string[]> {
    const types = [];
    for await (const { type } of this.platform.eventStore.readStream(stream)) types.push(type);
    return types;
  }
}

/** Sorted error codes of a command's refusal; empty if it was carried out. */
export async function codes(command: Promise<unknown>): Promise<string[]> {
  try {
    await command;
    return [];
  } catch (error) {
    if (!(error instanceof RefusedException)) throw error;
    return toProblems(error, '')
      .problems.map(({ errorCode, type }) => errorCode ?? type)
      .sort();
  }
}

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Outcome } from '#libs/platform/event-store';
import {
  type AuthenticationRequest,
  createHttpApplication,
  type Disclosure,
  toProblems,
} from '#libs/platform/http';
import {
  type Caller,
  type CommandMetadata,
  type Decider,
  type DomainEvent,
  type Precondition,
  isRefusal,
  processMetadata,
  type Refusal,
  refuse,
  RefusedException,
  Secret,
  timestampOf,
} from '#libs/platform/kernel';
import type { CipStatus } from '#libs/contexts/codes';
import { createLogger, loadConfig } from '#libs/platform/runtime';
import {
  discovered,
  EventSourcingModule,
  openPlatform,
  PLATFORM,
  type Platform,
  OwnsReservations,
  ReservationSweeper,
} from '#libs/platform/service';
import type { BillingEvent } from '#libs/contexts/billing';
import type { FirmEvent, MemberEvent, TrusteeEvent } from '#libs/contexts/members';
import { PATIENCE_MS } from '../../../../test/support/condition.js';
import { AccountsModule } from '../src/accounts.module.js';
import type { OpeningInput, UpdateInput } from '../src/account-commands.js';
import type { AccountEvent } from '../src/account.events.js';
import { OpenAccountCommand, UpdateAccountCommand } from '../src/account.handlers.js';

import { FIRM } from './account-fixtures.js';

/** A response. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** Path of `Location`. */
  readonly path: string;
  readonly body: unknown;
}

export const AT = Date.parse('2026-03-02T15:00:00.000Z');

/** Accounts on embedded stores in a temporary directory. */
export class Running {
  private constructor(
    private readonly directory: string,
    readonly platform: Platform,
    readonly app: NestFastifyApplication,
    readonly url: string,
    private readonly clock: { time: number },
    /** Disclosures that were recorded. */
    readonly disclosed: readonly Disclosure[],
  ) {}

  static async start(): Promise<Running> {
    const directory = await mkdtemp(join(tmpdir(), 'accounts-'));
    const clock = { time: AT, now: () => clock.time };
    const config = loadConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent' });
    const disclosed: Disclosure[] = [];
    const logger = createLogger({ level: 'silent' });
    const eventSourcing = EventSourcingModule.forRoot((features) =>
      openPlatform(config, features, { clock, logger }),
    );
    @Module({ imports: [eventSourcing, AccountsModule] })
    class Application {}
    const app = await createHttpApplication(Application, { logger }, () => ({
      authenticator: { authenticate: callerOf, stillAdmits: () => true },
      clock,
      disclosures: {
        subjectOf: () => 'somebody',
        record: (_to, shown) => {
          disclosed.push(...shown);
          return Promise.resolve();
        },
      },
    }));
    await app.listen(0, '127.0.0.1');
    const platform = app.get<Platform>(PLATFORM);
    await platform.projectionRunner.start();
    return new Running(directory, platform, app, await app.getUrl(), clock, disclosed);
  }

  async stop(): Promise<void> {
    await this.platform.projectionRunner.stop();
    await this.app.close();
    await this.platform.close();
    await rm(this.directory, { recursive: true });
  }

  /** Appends events to a stream, as another context would, and returns them as recorded. */
  async record<E extends DomainEvent>(
    category: string,
    id: string,
    ...events: E[]
  ): Promise<Outcome<E>> {
    const decider: Decider<null, readonly E[], E> = {
      category,
      initial: null,
      decide: (sent) => sent,
      evolve: (state) => state,
    };
    const outcome = await this.platform.aggregates.handle(decider, id, events, metadata());
    if (isRefusal(outcome)) throw new Error('refused');
    return outcome;
  }

  async member(loginId: string, tickers: readonly string[] = []): Promise<string> {
    await this.record<MemberEvent>('member', loginId, {
      type: 'member.MemberCreated',
      data: {
        loginId,
        memberOid: '1',
        firmOid: FIRM,
        cipStatus: 'PASSED',
        dateOfBirth: '1970-01-31',
        tid: Secret.of('123456789'),
      } as never,
    });
    if (tickers.length > 0) await this.holdings(loginId, tickers);
    return loginId;
  }

  identity(
    loginId: string,
    result: 'PASSED' | 'FAILED',
    previous: CipStatus,
  ): Promise<Outcome<MemberEvent>> {
    return this.record<MemberEvent>('member', loginId, {
      type: 'member.IdentityCheckCompleted',
      data: { loginId, firmOid: FIRM, result, previous },
    });
  }

  holdings(loginId: string, after: readonly string[]): Promise<Outcome<MemberEvent>> {
    return this.record<MemberEvent>('member', loginId, {
      type: 'member.TenPercentHoldingsChanged',
      data: { loginId, firmOid: FIRM, before: [], after },
    });
  }

  /** An advisor firm with two advisory plans, 9001 and 9002, and a platform plan, 9003. */
  async firm(billingLevel: 'account' | 'member' = 'account', firmId = FIRM): Promise<void> {
    await this.record<FirmEvent>('firm', firmId, {
      type: 'firm.FirmDefined',
      data: { firmId, name: 'Advisors', firmType: 'L', billingLevel, entitlements: [] },
    });
    const plans = Object.entries({ 9001: 'A', 9002: 'A', 9003: 'P' } as const);
    const defined = plans.map(([oid, billingPlanType]): BillingEvent => {
      const plan = { billingPlanType, name: oid, description: null };
      return { type: 'billing.PlanDefined', data: { firmId, oid, plan } };
    });
    await this.record('billingPlans', firmId, ...defined);
  }

  async corporateFirm(firmId: string, firmRep: string, tickers: string[] = []): Promise<void> {
    const data = { firmId, firmType: 'G', parentFirmId: FIRM, firmRep };
    await this.record<FirmEvent>('firm', firmId, {
      type: 'firm.CorporateFirmCreated',
      data: {
        ...data,
        firmTaxId: Secret.of('123456789'),
        directorOrTenPercentShareholderCompany: tickers,
      } as never,
    });
  }

  async trustee(loginId: string): Promise<string> {
    await this.record<TrusteeEvent>('trustee', loginId, {
      type: 'trustee.TrusteeCreated',
      data: { loginId, firmOid: FIRM, dateOfBirth: '1970-03-15' } as never,
    });
    return loginId;
  }

  open(
    input: Partial<OpeningInput> & Pick<OpeningInput, 'accountName' | 'primaryAccountOwner'>,
    commandId: string = randomUUID(),
    firmId = FIRM,
  ): Promise<Outcome<AccountEvent> | Refusal> {
    const complete = { accountType: 'I', billingPlanOid: '9001', ...input } as const;
    return this.#decided(
      new OpenAccountCommand(
        { input: complete, firmId, createdBy: 'advisor' },
        metadata(commandId),
      ),
    );
  }

  update(
    accountNumber: string,
    input: UpdateInput,
    { commandId, ifMatch }: { commandId?: string; ifMatch?: Precondition } = {},
  ): Promise<Outcome<AccountEvent> | Refusal> {
    const by = {
      caller: callerOf({
        headers: { authorization: `client ${FIRM} advisor` },
      } as AuthenticationRequest),
      present: undefined,
    };
    const asked = { accountNumber, input, by };
    return this.#decided(new UpdateAccountCommand(asked, metadata(commandId), ifMatch));
  }

  async #decided(
    command: OpenAccountCommand | UpdateAccountCommand,
  ): Promise<Outcome<AccountEvent> | Refusal> {
    try {
      return await this.app.get(CommandBus).execute(command);
    } catch (error) {
      if (error instanceof RefusedException) return refuse(...toProblems(error, '').problems);
      throw error;
    }
  }

  /** Sends a request; `as` is the header that {@link callerOf} reads. */
  async call(method: string, path: string, as: string, body?: unknown): Promise<Answered> {
    const response = await fetch(new URL(path, this.url), {
      method,
      headers: {
        authorization: as,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      path: response.headers.get('location')?.replace(this.url, '') ?? '',
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
  }

  /** Sweeps reservations as if their requests had ended long ago. */
  async sweep(): Promise<void> {
    this.clock.time += 10 * 60_000;
    const { clock, eventStore, logger, projectionRunner, readModels, reservations } = this.platform;
    const owners = discovered(this.app.get(DiscoveryService), OwnsReservations);
    await projectionRunner.waitFor(['reservations.pending'], await eventStore.head(), PATIENCE_MS);
    await new ReservationSweeper(reservations, readModels, owners, clock, logger).run();
  }
}

export function metadata(commandId: string = randomUUID()): CommandMetadata {
  return processMetadata('test', commandId, timestampOf(AT));
}

/** The caller in the header `Authorization`: `<role> <firm> <member>`, then entitlements. The member `advisor` is the firm itself. */
function callerOf({ headers }: AuthenticationRequest): Caller {
  const [role, firmId, member, ...entitlements] = (headers.authorization ?? '').split(' ');
  return {
    kind: 'api-client',
    id: `${role} of ${firmId}`,
    roles: [role as Caller['roles'][number]],
    ...(firmId && { firmId }),
    ...(member && { member }),
    memberKnown: true,
    firmItself: member === 'advisor',
    entitlements,
  };
}

/** Number of the account that was opened. */
export function numberOf(outcome: Outcome<AccountEvent> | Refusal): string {
  if (isRefusal(outcome)) throw new Error(`refused: ${JSON.stringify(outcome.problems)}`);
  const accountNumber = outcome.events[0]?.data.accountNumber;
  if (accountNumber === undefined) throw new Error('no events');
  return accountNumber;
}

/** Error codes of a refusal; empty on success. */
export function codesIn(outcome: Outcome<AccountEvent> | Refusal): readonly string[] {
  return isRefusal(outcome) ? outcome.problems.map(({ errorCode, type }) => errorCode ?? type) : [];
}

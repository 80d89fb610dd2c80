import { Inject, Injectable } from '@nestjs/common';
import { account } from '#libs/contexts/accounts';
import { ImportRoutes } from '#libs/contexts/import';
import { memberDecider } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import {
  type Answer,
  decideRow,
  type Json,
  parseJsonText,
  RefusedException,
  type RequestContext,
} from '#libs/platform/http';
import { forbidden, isAccountNumber, isLoginId, notFound } from '#libs/platform/kernel';
import { deriveUuid } from '#libs/platform/runtime';
import { CLOCK, type FirmClocks } from '#libs/platform/service';

type PathParameters = Readonly<Record<string, string | undefined>>;

/** The request that plays the back office. */
export interface PlayedBy {
  readonly request: object;
  readonly context: RequestContext;
  /** Tells apart the reports that one request sends. */
  readonly part?: string;
}

/** Plays the back office for a sandbox: by its very PUTs, about what is the firm's own ([sandbox.back-office]). */
@Injectable()
export class BackOffice {
  constructor(
    private readonly routes: ImportRoutes,
    private readonly aggregates: AggregateStore,
    @Inject(CLOCK) private readonly clocks: FirmClocks,
  ) {}

  /**
   * Carries out one PUT of the back office at the firm's time.
   * @throws what the PUT would be answered with an error for; RefusedException 404 for what is not the firm's
   */
  put(by: PlayedBy, path: string, body: unknown): Promise<Answer> {
    return this.putAsSent(by, path, parseJsonText(JSON.stringify(body)));
  }

  /** {@link put} with a body that was sent for it. */
  async putAsSent(
    { request, context, part = '' }: PlayedBy,
    path: string,
    json: Json | undefined,
  ): Promise<Answer> {
    const { row, params, decide } = this.routes.find(path);
    const { rules, body, role } = row;
    await this.requireOwn(context, params);
    if (role !== 'backoffice') throw new RefusedException(forbidden());
    await context.begin?.();
    const commandId = deriveUuid(context.commandId, `${part} ${path}`);
    const receivedAt = this.clocks.now();
    return decideRow(request, { rules, body, params, json, commandId, receivedAt }, decide);
  }

  /** @throws RefusedException 404 for a path that is not about what is the firm's */
  async requireOwn({ caller }: RequestContext, params: PathParameters): Promise<void> {
    if ((await this.#firmOf(params)) !== caller.firmId) throw new RefusedException(notFound());
  }

  /** The firm of what a path is about; undefined where that is everybody's, or not there. */
  async #firmOf({
    accountnumber = '',
    loginid = '',
    firmId,
  }: PathParameters): Promise<string | undefined> {
    if (isAccountNumber(accountnumber)) {
      const { state } = await this.aggregates.load(account, accountnumber);
      return state.opened ? state.firmId : undefined;
    }
    if (isLoginId(loginid)) {
      const { state } = await this.aggregates.load(memberDecider, loginid);
      return state.member?.firmOid;
    }
    return firmId;
  }
}

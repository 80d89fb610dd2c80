import {
  account,
  accountDocuments,
  accountEvents,
  ClosingChecks,
  OpenAccounts,
} from '#libs/contexts/accounts';
import { folios } from '#libs/contexts/folios';
import { ActingPersons } from '#libs/contexts/members';
import { isRefusal, processMetadata } from '#libs/platform/kernel';
import { defineContext } from '#libs/platform/service';
import { RunningContexts } from '../../../../test/support/running-contexts.js';
import { FIRM, open, sign } from '../../accounts/test/account-fixtures.js';
import { rtgs } from '../src/rtgs.context.js';

const accounts = defineContext({
  name: 'accounts',
  events: [accountEvents],
  projections: [accountDocuments],
  providers: [ActingPersons, ClosingChecks, OpenAccounts],
  exports: [ActingPersons, ClosingChecks, OpenAccounts],
});

/** Creator of the accounts in these tests. */
export const CLIENT = `client ${FIRM} advisor`;

const AT = '2026-03-02T15:00:00.000Z';

/** Serves the routes of this context and of folios. */
export class RtgsService {
  private constructor(private readonly contexts: RunningContexts) {}

  static async start(): Promise<RtgsService> {
    const clock = { now: () => Date.parse(AT) };
    return new RtgsService(await RunningContexts.start([accounts, folios, rtgs], clock));
  }

  stop(): Promise<void> {
    return this.contexts.stop();
  }

  call(
    as: string,
    method: 'GET' | 'PUT' | 'POST',
    url: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) {
    return this.contexts.call(method, url, { as, body, headers });
  }

  /** Opens an account, restricted unless signed. */
  async openAccount(accountNumber: string, signed: boolean): Promise<void> {
    const commands = [open('I', {}, { accountNumber }), ...(signed ? [sign('jdoe')] : [])];
    for (const command of commands) {
      const metadata = processMetadata('test', `${accountNumber} ${command.type}`, AT);
      const { aggregates } = this.contexts.platform;
      const outcome = await aggregates.handle(account, accountNumber, command, metadata);
      if (isRefusal(outcome)) throw new Error('no account');
    }
  }
}

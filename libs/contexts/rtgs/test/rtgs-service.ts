import { Module } from '@nestjs/common';
import { account } from '#libs/contexts/accounts';
import { LinkedAccounts } from '#libs/contexts/attention';
import { isRefusal, processMetadata } from '#libs/platform/kernel';
import { RunningFeature } from '../../../../test/support/running-feature.js';
import { FIRM, open, sign } from '../../accounts/test/account-fixtures.js';
import { RtgsModule } from '../src/rtgs.module.js';

/** Creator of the accounts in these tests. */
export const CLIENT = `client ${FIRM} advisor`;

const AT = '2026-03-02T15:00:00.000Z';

/** No bank links exist here. */
class NoLinks implements LinkedAccounts {
  accountOf(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}

@Module({ imports: [RtgsModule], providers: [{ provide: LinkedAccounts, useClass: NoLinks }] })
class RtgsAlone {}

/** Serves the routes of this feature and of those it imports. */
export class RtgsService {
  private constructor(private readonly running: RunningFeature) {}

  static async start(): Promise<RtgsService> {
    const clock = { now: () => Date.parse(AT) };
    return new RtgsService(await RunningFeature.start(RtgsAlone, clock));
  }

  stop(): Promise<void> {
    return this.running.stop();
  }

  call(
    as: string,
    method: 'GET' | 'PUT' | 'POST',
    url: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) {
    return this.running.call(method, url, { as, body, headers });
  }

  /** Opens an account, restricted unless signed. */
  async openAccount(accountNumber: string, signed: boolean): Promise<void> {
    const commands = [open('I', {}, { accountNumber }), ...(signed ? [sign('jdoe')] : [])];
    for (const command of commands) {
      const metadata = processMetadata('test', `${accountNumber} ${command.type}`, AT);
      const { aggregates } = this.running.platform;
      const outcome = await aggregates.handle(account, accountNumber, command, metadata);
      if (isRefusal(outcome)) throw new Error('no account');
    }
  }
}

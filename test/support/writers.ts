import type { BrokerageClient } from '#libs/client';
import { memberBody, signatureBody, uniqueName } from './running-service.js';

/** Acknowledged writes, by path. */
export type Acknowledged = Map<string, Record<string, unknown>>;

/** Sends writes of every kind concurrently until the service is gone, and keeps those acknowledged. */
export class Writers {
  readonly acknowledged: Acknowledged = new Map();
  readonly accounts = new Set<string>();
  #writes = 0;

  constructor(
    private readonly client: BrokerageClient,
    private readonly planOid: string,
    /** Number of concurrent writers. */
    private readonly workers = 8,
  ) {}

  /** Resolves once `writes` writes were acknowledged, or the service is gone. */
  async run(writes: number, atOnce: () => void): Promise<void> {
    const worker = async (): Promise<void> => {
      try {
        for (;;) await this.#household(writes, atOnce);
      } catch {
        // the connection was lost: the service was killed
      }
    };
    await Promise.all(Array.from({ length: this.workers }, worker));
  }

  async #household(writes: number, atOnce: () => void): Promise<void> {
    const noted = async (path: string, body: Record<string, unknown>): Promise<string> => {
      const answer = await this.client.post(path, body);
      if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
      this.acknowledged.set(answer.location ?? '', body);
      this.#writes += 1;
      if (this.#writes === writes) atOnce();
      return answer.location ?? '';
    };
    const member = memberBody();
    const loginId = String(member['loginId']);
    await noted('/restapi/members', member);
    const account = await noted('/restapi/accounts', {
      accountName: uniqueName().slice(-16),
      accountType: 'I',
      billingPlanOid: this.planOid,
      primaryAccountOwner: loginId,
    });
    this.accounts.add(account);
    const accountNumber = account.split('/').at(-1) ?? '';
    const folio = (folioName: string): Promise<string> =>
      noted(`${account}/folios`, { folioName, accountNumber, dividendReinvest: true });
    await Promise.all([folio('one'), folio('two'), folio('three')]);
    await noted(`${account}/customeragreement`, signatureBody(loginId));
  }
}

import { BrokerageClient } from '#libs/client';
import type { Credentials } from '#libs/platform/identity';
import { signedAuthorization } from '#libs/platform/signing';
import { jane } from '../../apps/ops/src/demo-bodies.js';
import type { LoadRequest } from './load.js';

/** The credentials of a firm used here. */
type FirmCredentials = Pick<Credentials, 'apiKey' | 'sharedSecret'> & {
  readonly billingPlans: Pick<Credentials['billingPlans'], 'A'>;
};

/** Distinguishes members from those of earlier runs on the same server. */
const RUN = Date.now().toString(36);

/** Creates members and accounts over HTTP, many concurrently. */
export class BenchAccounts {
  readonly #client: BrokerageClient;
  #count = 0;

  constructor(
    private readonly url: string,
    private readonly credentials: FirmCredentials,
  ) {
    this.#client = new BrokerageClient(url, credentials);
  }

  /** Creates a member. Returns the login id. */
  async member(): Promise<string> {
    const body = this.memberBody();
    await this.#expect(201, 'POST', '/restapi/members', body);
    return body.loginId;
  }

  /** Body of a new member. */
  memberBody(): { readonly loginId: string } {
    const loginId = `bench${RUN}n${this.#count++}`;
    const tid = String(123_450_000 + (this.#count % 9_000) + 1);
    return Object.assign(jane(loginId), { loginId, tid });
  }

  /** Opens an individual account. Returns its number. */
  async account(primaryAccountOwner: string): Promise<string> {
    const answer = await this.#expect(201, 'POST', '/restapi/accounts', {
      accountName: `${RUN}${this.#count++}`,
      accountType: 'I',
      billingPlanOid: this.credentials.billingPlans.A,
      primaryAccountOwner,
    });
    return answer.split('/').at(-1) ?? '';
  }

  /** Signs the customer agreement of an account. */
  async sign(accountNumber: string, loginId: string): Promise<void> {
    await this.#expect(200, 'POST', `/restapi/accounts/${accountNumber}/customeragreement`, {
      loginId,
      signatureMethod: 'SIGNATURE_IMAGE',
      signatureImageEncoding: 'SVG',
      signatureData: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'),
    });
  }

  /** Opens accounts, several for each of a few owners. */
  async accounts(count: number): Promise<string[]> {
    const numbers: string[] = [];
    const owners = await Promise.all(Array.from({ length: 32 }, () => this.member()));
    const open = async (owner: string): Promise<void> => {
      while (numbers.length < count) {
        const slot = numbers.push('') - 1;
        numbers[slot] = await this.account(owner);
      }
    };
    await Promise.all(owners.map(open));
    return numbers;
  }

  /** Reads a resource. */
  async read(path: string): Promise<unknown> {
    const answer = await this.#client.get(path);
    if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`);
    return answer.body;
  }

  /** Sends a request that must succeed. Returns the path of its `Location`. */
  async #expect(status: number, method: string, path: string, body: unknown): Promise<string> {
    const answer = await this.#client.request(method, path, body);
    if (answer.status !== status) {
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer.location ?? '';
  }

  put(path: string, body: unknown): Promise<string> {
    return this.#expect(200, 'PUT', path, body);
  }

  /** A signed request for a load. */
  signed(method: LoadRequest['method'], path: string, body?: object): LoadRequest {
    const text = body === undefined ? '' : JSON.stringify(body);
    const timestamp = new Date().toISOString();
    const url = this.url + path;
    const authorization = signedAuthorization(this.credentials, {
      method,
      url,
      timestamp,
      body: text,
    });
    return {
      method,
      path,
      headers: { authorization, ...(text !== '' && { 'content-type': 'application/json' }) },
      ...(text !== '' && { body: text }),
    };
  }
}

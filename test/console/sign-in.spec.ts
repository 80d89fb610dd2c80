import { createHash, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { BrowserContext, Page } from 'playwright-core';
import { launchTabs, withBrowser } from '../support/browser.js';
import { ServiceUnderTest } from '../support/running-service.js';

/** What somebody asked for at the sign-in of the issuer, until the code is used. */
type Wanted = Readonly<Record<string, string>>;

/** An OpenID Connect issuer at which everybody is an operator. */
class Issuer {
  /** Refuses the next sign-in with this description. */
  refusal: string | undefined;
  readonly #codes = new Map<string, Wanted>();
  readonly #server: Server;
  #key!: Awaited<ReturnType<typeof generateKeyPair>>;

  constructor() {
    this.#server = createServer((request, response) => {
      const url = new URL(request.url ?? '', this.url);
      const json = (body: object, status = 200): void => {
        const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*' };
        response.writeHead(status, headers).end(JSON.stringify(body));
      };
      if (url.pathname === '/authorize') {
        const { href } = this.#answered(Object.fromEntries(url.searchParams));
        response.writeHead(302, { location: href }).end();
      } else if (url.pathname === '/token') {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
          this.#tokenFor(form).then(json, () => {
            json({ error: 'invalid_grant' }, 400);
          });
        });
      } else if (url.pathname === '/keys') {
        void exportJWK(this.#key.publicKey).then((key) => {
          json({ keys: [{ ...key, kid: 'one', alg: 'RS256' }] });
        });
      } else {
        json({
          issuer: this.url,
          authorization_endpoint: `${this.url}/authorize`,
          token_endpoint: `${this.url}/token`,
          jwks_uri: `${this.url}/keys`,
        });
      }
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async start(): Promise<void> {
    this.#key = await generateKeyPair('RS256', { extractable: true });
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answered(wanted: Wanted): URL {
    expect(wanted).toMatchObject({
      response_type: 'code',
      response_mode: 'fragment',
      client_id: 'console',
      scope: 'openid accounts',
      audience: 'brokerage',
      code_challenge_method: 'S256',
    });
    const code = randomUUID();
    this.#codes.set(code, wanted);
    const refused = { error: 'access_denied', error_description: this.refusal ?? '' };
    const answer = { ...(this.refusal === undefined ? { code } : refused), state: wanted['state'] };
    const url = new URL(wanted['redirect_uri'] ?? '');
    url.hash = new URLSearchParams(answer as Wanted).toString();
    return url;
  }

  async #tokenFor({ code = '', code_verifier: verifier = '', ...form }: Wanted): Promise<object> {
    const wanted = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    expect(wanted).toMatchObject({ code_challenge: challenge, redirect_uri: form['redirect_uri'] });
    const token = await new SignJWT({ roles: ['operator'] })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(this.url)
      .setAudience('brokerage')
      .setSubject('olga')
      .setExpirationTime('10m')
      .sign(this.#key.privateKey);
    return { access_token: token, token_type: 'Bearer' };
  }
}

withBrowser('signing in to the console at an OpenID Connect issuer', () => {
  const issuer = new Issuer();
  let service: ServiceUnderTest;
  let tabs: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    await issuer.start();
    [service, tabs] = await Promise.all([
      ServiceUnderTest.start(
        {},
        {
          OIDC_ISSUER: issuer.url,
          OIDC_JWKS_URL: `${issuer.url}/keys`,
          OIDC_AUDIENCE: 'brokerage',
          OIDC_CONSOLE_CLIENT_ID: 'console',
          OIDC_CONSOLE_SCOPE: 'openid accounts',
        },
      ),
      launchTabs(),
    ]);
  });
  afterAll(async () => {
    await tabs.browser()?.close();
    await service.stop();
    await issuer.stop();
  });
  beforeEach(async () => {
    issuer.refusal = undefined;
    page = await tabs.newPage();
  });
  afterEach(() => page.close());

  const console = (view = ''): string => `${service.service.url}/console${view}`;
  const leave = () => page.getByRole('button', { name: /^Sign in at 127\.0\.0\.1/ }).click();

  it('shows the view that was asked for, with a token that stays in the tab', async () => {
    await page.goto(console('#consumers'));
    await leave();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(await page.getByText('olga').textContent()).toContain('(operator)');
    expect(page.url()).toBe(console('#consumers'));
    await page.getByRole('heading', { name: 'Consumers' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
  });

  it('says why the issuer refused', async () => {
    issuer.refusal = 'Only from the office.';
    await page.goto(console());
    await leave();
    const alert = page.getByRole('alert');
    expect(await alert.textContent()).toContain('refused: Only from the office.');
  });

  it('takes no answer that it did not ask for', async () => {
    await page.goto(console('#code=stolen&state=forged'));
    const alert = page.getByRole('alert');
    expect(await alert.textContent()).toBe('This sign-in was not begun in this tab.');
    expect(page.url()).toBe(console());
  });

  it('takes no answer to another attempt', async () => {
    await page.goto(console());
    await page.evaluate(
      `sessionStorage.setItem('signIn', JSON.stringify({ verifier: 'x', state: 'mine' }))`,
    );
    await page.goto('about:blank');
    await page.goto(console('#code=stolen&state=other'));
    expect(await page.getByRole('alert').textContent()).toContain('state');
    expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
  });
});

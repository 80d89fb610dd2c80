import { describe, expect, it } from '@jest/globals';
import {
  callOptions,
  connect,
  createdId,
  dryRun,
  itemsOf,
  ProblemError,
  ServiceUnreachableError,
} from './index.js';
import type { ClientPorts } from './retries.js';

const BASE = 'http://service.example';

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A service that gives these answers in turn; an error stands for a connection that breaks. */
function serviceWith(...answers: readonly (Answer | Error)[]) {
  const sent: Request[] = [];
  const pauses: number[] = [];
  let keys = 0;
  const ports: ClientPorts = {
    fetch: (request) => {
      const answer = answers[sent.length];
      sent.push(request);
      if (answer === undefined) throw new Error('one request too many');
      if (answer instanceof Error) return Promise.reject(answer);
      const { status, body, headers = {} } = answer;
      const text = body === undefined ? null : JSON.stringify(body);
      const response = new Response(text, { status, headers });
      Object.defineProperty(response, 'url', { value: request.url });
      return Promise.resolve(response);
    },
    now: () => Date.parse('2026-03-02T15:00:00Z'),
    random: () => 0.5,
    wait: (milliseconds, signal) => {
      signal.throwIfAborted();
      pauses.push(milliseconds);
      return Promise.resolve();
    },
    newKey: () => `key-${++keys}`,
  };
  const credentials = { apiKey: 'acme', sharedSecret: 'secret' };
  return { api: connect(BASE, credentials, { ports }), sent, pauses };
}

const away: Answer = { status: 503, headers: { 'retry-after': '2' }, body: [] };
const rtg = { rtgOid: '1', name: 'n', description: null, targetWeights: [] };
const folio = { folioName: 'Growth', accountNumber: 'RA1', dividendReinvest: true };
const inAccount = { params: { path: { accountnumber: 'RA1' } }, body: folio };
const folios = '/restapi/accounts/{accountnumber}/folios' as const;

describe('retries', () => {
  it('a read is sent again when a store is away, after what the answer asks for and half the pause', async () => {
    const { api, sent, pauses } = serviceWith(away, away, { status: 200, body: [rtg] });
    const { data } = await api['/restapi/rtgs'].GET();
    expect(data).toEqual([rtg]);
    expect(sent).toHaveLength(3);
    expect(pauses).toEqual([2100, 2200]);
  });

  it('a broken connection is tried again with a signature of its own, the same key and the same body', async () => {
    const { api, sent, pauses } = serviceWith(new TypeError('broken'), {
      status: 201,
      headers: { location: `${BASE}/restapi/accounts/RA1/folios/RA103` },
    });
    expect(await createdId(api[folios].POST(inAccount))).toBe('RA103');
    expect(pauses).toEqual([100]);
    const [one, other] = sent;
    expect(other?.headers.get('idempotency-key')).toBe('key-1');
    expect(one?.headers.get('idempotency-key')).toBe('key-1');
    expect(one?.headers.get('authorization')).not.toBe(other?.headers.get('authorization'));
    expect(await one?.json()).toEqual(folio);
    expect(await other?.json()).toEqual(folio);
  });

  it('what the caller gives as key is kept', async () => {
    const { api, sent } = serviceWith({ status: 201 });
    await api[folios].POST({ ...inAccount, headers: { 'Idempotency-Key': 'mine' } });
    expect(sent[0]?.headers.get('idempotency-key')).toBe('mine');
  });

  it.each([
    ['429', { status: 429, headers: { 'retry-after': '1' } }, 2],
    ['409 while the same request is running', { status: 409, headers: { 'retry-after': '1' } }, 2],
    ['409 for any other reason', { status: 409 }, 1],
    ['400', { status: 400 }, 1],
    ['500', { status: 500 }, 1],
  ])('%s', async (_, answer, times) => {
    const { api, sent } = serviceWith(answer, { status: 201 });
    await api[folios].POST(inAccount).catch(() => undefined);
    expect(sent).toHaveLength(times);
  });

  it('a deletion is sent once', async () => {
    const { api, sent } = serviceWith(away);
    const path = { accountnumber: 'RA1', id: '1' };
    const answer = api['/restapi/accounts/{accountnumber}/restrictions/{id}'].DELETE({
      params: { path },
    });
    await expect(answer).rejects.toThrow(ProblemError);
    expect(sent).toHaveLength(1);
  });

  it('ends after four attempts, with the last error', async () => {
    const { api, sent } = serviceWith(away, away, away, away);
    await expect(api['/restapi/rtgs'].GET()).rejects.toMatchObject({ status: 503 });
    expect(sent).toHaveLength(4);
  });

  it('without any response says what was sent, how often, and under which key', async () => {
    const { api } = serviceWith(...Array<Error>(4).fill(new TypeError('fetch failed')));
    const error: unknown = await api[folios].POST(inAccount).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ServiceUnreachableError);
    const request = {
      method: 'POST',
      path: '/restapi/accounts/RA1/folios',
      attempts: 4,
      idempotencyKey: 'key-1',
    };
    expect(error).toMatchObject({ request, cause: { message: 'fetch failed' } });
    const message = "POST /restapi/accounts/RA1/folios (4 attempts): the service can't be reached";
    expect((error as Error).message).toBe(message);
  });

  it('ends at once when the caller gives up', async () => {
    const { api, sent } = serviceWith(away, away);
    const answer = api['/restapi/rtgs'].GET({ signal: AbortSignal.abort() });
    await expect(answer).rejects.toThrow(/abort/i);
    expect(sent.length).toBeLessThan(2);
  });
});

describe('a call', () => {
  it('has options, which are headers', async () => {
    const { api, sent } = serviceWith({ status: 201 });
    const options = callOptions({
      idempotencyKey: 'mine',
      associatedMember: 'jane',
      ifMatch: '"3"',
    });
    await api[folios].POST({ ...inAccount, ...options });
    const headers = ['idempotency-key', 'x-associated-member-id', 'if-match', 'sandbox-fault'];
    expect(headers.map((name) => sent[0]?.headers.get(name))).toEqual([
      'mine',
      'jane',
      '"3"',
      null,
    ]);
  });

  it('has those that its operation requires among its options', async () => {
    const { api, sent } = serviceWith({ status: 201 });
    const body = {
      privatePlacementOfferOid: '1',
      requestedDollarAmount: '1000.00',
      reasonForTrade: 'NS',
      side: '1' as const,
      discretionary: false,
      solicited: false,
    };
    const params = { path: { accountnumber: 'RA1' } };
    const options = callOptions({ associatedMember: 'jane' });
    await api.privatePlacementSubscriptions.create({ params, body, ...options });
    expect(sent[0]?.headers.get('x-associated-member-id')).toBe('jane');
  });

  it('returns a short text as it is', async () => {
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'content-length': '8' };
    const { api } = serviceWith({ status: 200, headers, body: 'PASSED' });
    const { data } = await api.members.identityCheck({ params: { path: { loginid: 'jane' } } });
    expect(data).toBe('"PASSED"');
  });

  it('can ask what it would do', async () => {
    const said = { wouldAnswer: 201, location: null, body: null, replayed: false, wouldDo: [] };
    const { api, sent } = serviceWith({ status: 200, body: said });
    const { wouldAnswer } = await dryRun((asked) => api[folios].POST({ ...inAccount, ...asked }));
    expect(wouldAnswer).toBe(201);
    expect(sent[0]?.headers.get('dry-run')).toBe('true');
  });

  it('sends a list as one text with commas, and the path below a base URL with a slash', async () => {
    const { sent } = serviceWith();
    const ports = {
      fetch: (request: Request) => (sent.push(request), Promise.resolve(new Response('[]'))),
    };
    const api = connect(`${BASE}/below/`, { token: 't' }, { ports });
    await api['/restapi/accounts'].GET({ params: { query: { accountType: ['I', 'J'] } } });
    expect(sent[0]?.url).toBe(`${BASE}/below/restapi/accounts?accountType=I,J`);
  });

  it.each([{ apiKey: 'acme' }, { apiKey: '', sharedSecret: 's' }, { token: undefined }, {}])(
    'needs credentials: %j',
    (credentials) => {
      expect(() => connect(BASE, credentials as unknown as { token: string })).toThrow(TypeError);
    },
  );
});

describe('answers', () => {
  it('a refusal is thrown with every problem and the request id', async () => {
    const problems = [
      { type: 'VALIDATION_RULE', errorCode: 'folio.closed.rule' },
      { type: 'VALIDATION_FIELD', field: 'folioName', errorCode: 'invalid.length' },
    ];
    const { api } = serviceWith({ status: 400, body: problems, headers: { 'x-request-id': 'r1' } });
    const error: unknown = await api[folios].POST(inAccount).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({ status: 400, problems, requestId: 'r1' });
    expect((error as Error).message).toMatch(
      /^POST \/restapi\/accounts\/RA1\/folios: HTTP 400: VAL/,
    );
    expect((error as ProblemError).has('folio.closed.rule')).toBe(true);
    expect((error as ProblemError).has('folio.reserved.rule')).toBe(false);
  });

  it('what is no error list is a ProblemError without problems', async () => {
    const { api } = serviceWith({ status: 502, body: 'Bad gateway' });
    await expect(api['/restapi/rtgs'].GET()).rejects.toMatchObject({ status: 502, problems: [] });
  });

  it('the token of a write goes with every request after it', async () => {
    const written = { status: 201, headers: { 'x-consistency-token': 't1' } };
    const { api, sent } = serviceWith({ status: 200, body: [] }, written, {
      status: 200,
      body: [],
    });
    await api['/restapi/rtgs'].GET();
    await api[folios].POST(inAccount);
    await api['/restapi/rtgs'].GET();
    const tokens = sent.map(({ headers }) => headers.get('x-consistency-token'));
    expect(tokens).toEqual([null, null, 't1']);
  });

  it('pages follow each other to the last', async () => {
    const next = {
      link: '<https://api.example.com/restapi/trustees?limit=1&cursor=c%201>; rel="next"',
    };
    const trustee = (loginId: string) => ({ loginId });
    const { api, sent } = serviceWith(
      { status: 200, body: [trustee('a')], headers: next },
      { status: 200, body: [trustee('b')] },
    );
    const found: string[] = [];
    for await (const { loginId } of itemsOf((place) =>
      api['/restapi/trustees'].GET({ params: { query: { ...place, limit: 1 } } }),
    )) {
      found.push(loginId);
    }
    expect(found).toEqual(['a', 'b']);
    expect(new URL(sent[1]?.url ?? '').searchParams.get('cursor')).toBe('c 1');
  });
});

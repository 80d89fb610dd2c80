import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type ApiDocument, describeApi } from '#libs/platform/http';
import { LocalIssuer } from '#libs/platform/identity';
import { allWrites } from '../conformance/writes/index.js';
import { makeWorld } from '../conformance/writes/world.js';
import { ApiChecker, type Exchanged } from '../support/api-checker.js';
import { eventually } from '../support/condition.js';
import { authorizationOf, type RawResponse, rawRequest } from '../support/raw-request.js';
import { ServiceUnderTest } from '../support/running-service.js';
import { together } from '../support/together.js';
import { Wire } from '../support/wire.js';
import { type FuzzedRequest, type PlacedOperation, Requests } from './requests.js';

const SEED = Number(process.env['FUZZ_SEED'] ?? 18);
/** Requests per operation with a body; others get a fifth of that. */
const COUNT = Number(process.env['FUZZ_COUNT'] ?? 20);
/** Restricts the run to operations whose method and path contain this. */
const ONLY = process.env['FUZZ_ONLY'] ?? '';
/** Operations fuzzed concurrently. */
const AT_ONCE = 8;

/** Operations that destroy what others need: they come last. */
const LAST = /^DELETE |\/(?:erasure|rebuild|switch|secret)$/;
/** Refusals of the form alone, which the description has to tell. */
const OF_FORM = new Set(['allows.only.digits', 'field.unknown', 'invalid.length']);
/** Fields whose length depends on another one, and numbers longer than validators know. */
const UNTOLD = { field: 'zipcode', body: /\d{65}/ };
/** Refusals that store an event: a wrong pair of amounts is an attempt. */
const KEPT = '/verify/microdeposits/';

let service: ServiceUnderTest;
let checker: ApiChecker;
let requests: Requests;
let tokens: Readonly<Record<string, string>>;
/** Refused requests by id. */
const refused = new Map<string, string>();
const taken = new Map<string, number>();

beforeAll(async () => {
  // nothing is sent, whatever URLs webhooks have
  service = await ServiceUnderTest.start(
    { hostLookup: (_name, _options, found) => found(new Error('no names here'), []) },
    { READ_PATIENCE_SECONDS: '5' },
    'unchecked',
  );
  const world = await makeWorld(service);
  const document: ApiDocument = describeApi(service.service.app);
  checker = new ApiChecker(document);
  const { keys, clock } = service.service.platform;
  const issuer = await LocalIssuer.over(keys, clock);
  const { firmId, loginId, apiKey } = await service.otherFirm();
  const client = { roles: ['client'] as const };
  tokens = {
    ...service.credentials.tokens,
    stranger: await issuer.issue({ ...client, subject: apiKey, firmId, login: loginId }),
    person: await issuer.issue({ ...client, subject: 'p', firmId: world.firm, login: world.owner }),
    garbage: 'eyJhbGciOiJub25lIn0.e30.',
  };
  const writes = Object.values(allWrites);
  requests = new Requests(document, world, writes, [...Object.keys(tokens), 'signed', 'nobody']);
});
afterAll(() => service.stop());

const nameOf = ({ method, template }: PlacedOperation): string => `${method} ${template}`;

function authorization({ caller, method, path, body = Buffer.alloc(0) }: FuzzedRequest): object {
  const signing = { method, path, body, baseUrl: service.service.url };
  if (caller === 'nobody') return {};
  if (caller === 'signed') return { authorization: authorizationOf(service.credentials, signing) };
  return { authorization: `Bearer ${tokens[caller] ?? ''}` };
}

/** A request in reproducible form, without credentials. */
function told({ caller, method, path, headers, body }: FuzzedRequest): string {
  return `as ${caller}: ${method} ${path} ${JSON.stringify(headers)}\n${body?.toString().slice(0, 4_000) ?? ''}`;
}

/** Sends a request. Returns what is wrong with the response. Avoids the test framework, which would take longer than the service. */
async function problemsOf(request: FuzzedRequest, name: string): Promise<string[]> {
  const { method, path, body, headers } = request;
  const answer = await rawRequest(service.service.url, {
    method,
    path,
    headers: { ...authorization(request), ...headers },
    ...(body !== undefined && { body }),
  });
  const { status } = answer;
  if (status < 400) taken.set(name, (taken.get(name) ?? 0) + 1);
  // another request may have the same caller-supplied id
  else if (!('x-request-id' in headers) && !path.includes(KEPT)) {
    refused.set(String(answer.headers['x-request-id']), told(request));
  }
  const exchanged: Exchanged = {
    method,
    url: path,
    requestHeaders: headers,
    requestBody: body ?? Buffer.alloc(0),
    status,
    headers: answer.headers,
    body: Buffer.from(answer.text),
  };
  const problems = checker.problemsOf(exchanged);
  const isDeliberate = status === 503 && answer.headers['retry-after'] !== undefined;
  return [
    // a body that nobody reads is ignored, and a header for sandboxes elsewhere
    ...problems.filter((problem) => !/: a body of type|: the header Sandbox-Fault /.test(problem)),
    ...(status >= 500 && !isDeliberate ? [`${status}: ${answer.text}`] : []),
    ...(status >= 400 && !isErrorList(answer) ? [`no error list: ${answer.text}`] : []),
    ...(status === 400 ? refusedThoughValid(exchanged, answer) : []),
    ...(await problemsAfter(request, answer)),
  ];
}

/** Refusals of the form of a request that has the form of the description. */
function refusedThoughValid(exchanged: Exchanged, { body }: RawResponse): string[] {
  if (UNTOLD.body.test(exchanged.requestBody.toString())) return [];
  const list = body as readonly { readonly errorCode?: string; readonly field?: string }[];
  const ofForm = list.filter(
    ({ errorCode = '', field }) => OF_FORM.has(errorCode) && field !== UNTOLD.field,
  );
  if (ofForm.length === 0 || checker.problemsOfRequest(exchanged)?.length !== 0) return [];
  return [`refused, though the description takes it: ${JSON.stringify(ofForm)}`];
}

/** What is wrong with the resource that an accepted request has made, or has deleted. */
async function problemsAfter(request: FuzzedRequest, answer: RawResponse): Promise<string[]> {
  const { method, path, caller } = request;
  const { location, 'dry-run': dryRun } = answer.headers;
  const isMade = answer.status === 201 && location !== undefined;
  const isGone = method === 'DELETE' && answer.status === 200;
  if (dryRun !== undefined || (!isMade && !isGone)) return [];
  const target = isMade ? location.slice(service.service.url.length) : path;
  const read = { method: 'GET', path: target, caller, body: undefined, headers: {} };
  const { status } = await rawRequest(service.service.url, {
    path: target,
    headers: {
      ...authorization(read),
      'x-consistency-token': String(answer.headers['x-consistency-token']),
    },
  });
  const isRight = isMade ? status === 200 : status >= 400 && status < 500;
  return isRight ? [] : [`GET ${target} afterwards: ${status}`];
}

function isErrorList({ body, headers }: RawResponse): boolean {
  return (
    headers['content-type'] === 'application/json; charset=utf-8' &&
    Array.isArray(body) &&
    body.length > 0 &&
    body.every((one: { type?: unknown } | null) => typeof one?.type === 'string')
  );
}

/** A finding: what is wrong, the smallest request that shows it, and how to reproduce it. */
async function findingsOf(placed: PlacedOperation): Promise<string[]> {
  const name = nameOf(placed);
  const numRuns = placed.operation.requestBody === undefined ? Math.ceil(COUNT / 5) : COUNT;
  let last = '';
  const property = fc.asyncProperty(requests.of(placed), async (request) => {
    const problems = await problemsOf(request, name);
    if (problems.length === 0) return;
    last = `${told(request)}\n${problems.join('\n')}`;
    throw new Error(last);
  });
  const { failed, errorInstance } = await fc.check(property, { seed: SEED, numRuns });
  const again = `FUZZ_SEED=${SEED} FUZZ_COUNT=${COUNT} FUZZ_ONLY='${name}' npm run fuzz`;
  return failed ? [`${again}\n${last === '' ? String(errorInstance) : last}`] : [];
}

describe(`any request of the description, seed ${SEED}`, () => {
  it('is answered as described, never by a 5xx, and leaves nothing when it is refused', async () => {
    const operations = requests.operations().filter((one) => nameOf(one).includes(ONLY));
    const isLast = (one: PlacedOperation): boolean => LAST.test(nameOf(one));
    const found = [
      ...(await together(
        AT_ONCE,
        operations.filter((one) => !isLast(one)),
        findingsOf,
      )),
      ...(await together(AT_ONCE, operations.filter(isLast), findingsOf)),
    ];
    expect(found.flat().join('\n\n')).toBe('');

    const left = (await service.log()).flatMap(({ type, metadata }) => {
      const request = refused.get(metadata['requestId'] as string);
      return request === undefined ? [] : [`${type} was left by a refused request ${request}`];
    });
    expect(left).toEqual([]);
    // otherwise too few requests would come close to being accepted
    const reached = operations.filter((one) => taken.has(nameOf(one)));
    expect(reached.length).toBeGreaterThan((COUNT < 60 ? 0.6 : 0.8) * operations.length);
  });

  it('leaves a service that is ready, and no read model stopped', async () => {
    const wire = new Wire(service, tokens['operator']);
    await eventually(async () =>
      (await wire.get('/health/ready')).status === 200 ? true : undefined,
    );
    const { body } = await wire.get('/operator/projections');
    const models = body as readonly { readonly name: string; readonly state: string }[];
    expect(models.length).toBeGreaterThan(20);
    expect(models.filter(({ state }) => state === 'stopped')).toEqual([]);
  });
});

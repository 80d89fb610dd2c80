import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeApi } from '#libs/platform/http';
import { LocalIssuer } from '#libs/platform/identity';
import { omit, type Problem } from '#libs/platform/kernel';
import { type HttpExample, readExamples, sendExample } from '../support/http-examples.js';
import { type RawResponse, rawRequest } from '../support/raw-request.js';
import { ServiceUnderTest } from '../support/running-service.js';

/**
 * Which of several faults of a request is reported, for every operation: each request of docs/examples is sent with one or two faults
 * before it is sent as it is. The outcomes are in test/golden/precedence.json, written by `PRECEDENCE=write npx jest precedence`:
 * read the difference before you commit it.
 */
const RECORD = join(import.meta.dirname, '../golden/precedence.json');

const run = promisify(execFile);
const agent = new Agent({ keepAlive: true });

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

type Fault = (request: Sent) => Sent | undefined;
/** Operation, outcome, the faults that lead to it. */
type Matrix = Record<string, Record<string, string>>;

const withHeader =
  (name: string, value: string): Fault =>
  (request) => ({ ...request, headers: { ...request.headers, [name]: value } });

const withBody =
  (change: (body: string) => string): Fault =>
  (request) =>
    request.body === undefined ? undefined : { ...request, body: change(request.body) };

function withKey(body: string): string {
  if (body.startsWith('{')) return body.replace('{', '{"stray":1,');
  return body.startsWith('[{') ? body.replace('[{', '[{"stray":1,') : body;
}

let service: ServiceUnderTest;
let variables: Map<string, string>;
let tokens: Readonly<Record<'stranger' | 'member', string>>;
let closedAccount: string;
let templates: readonly (readonly [template: string, pattern: RegExp])[];

beforeAll(async () => {
  service = await ServiceUnderTest.start({}, {}, 'unchecked');
  variables = await environment();
  const { keys, clock } = service.service.platform;
  const issuer = await LocalIssuer.over(keys, clock);
  const { firmId } = service.credentials;
  const other = await service.otherFirm();
  const owner = await service.member();
  const issue = (firm: string, login: string) =>
    issuer.issue({ subject: login, roles: ['client'], firmId: firm, login });
  tokens = {
    stranger: await issue(other.firmId, other.loginId),
    member: await issue(firmId, await service.member()),
  };
  closedAccount = await service.openAccount({ primaryAccountOwner: owner });
  const closing = { accountStatus: 'CLOSED' };
  const closed = await service.client.put(`/restapi/accounts/${closedAccount}`, closing);
  expect(closed.status).toBe(200);
  templates = Object.entries(describeApi(service.service.app).paths).flatMap(
    ([template, methods]) =>
      Object.keys(methods).map((method) => {
        const operation = `${method.toUpperCase()} ${template}`;
        return [operation, new RegExp(`^${operation.replace(/\{\w+\}/g, '[^/]+')}$`)] as const;
      }),
  );
});
afterAll(async () => {
  agent.destroy();
  await service.stop();
});

async function environment(): Promise<Map<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'precedence-'));
  const credentials = join(folder, 'credentials.json');
  await writeFile(credentials, JSON.stringify(service.credentials));
  await run('node', ['tools/example-environment.mjs', credentials, folder]);
  const text = await readFile(join(folder, 'http-client.private.env.json'), 'utf8');
  await rm(folder, { recursive: true });
  const { demonstration } = JSON.parse(text) as { demonstration: Record<string, string> };
  return new Map(Object.entries(demonstration));
}

const as =
  (token: string): Fault =>
  (request) =>
    'Authorization' in request.headers
      ? withHeader('Authorization', token === '' ? '' : `Bearer ${token}`)(request)
      : undefined;

/** Replaces the value of the last path parameter by one that nothing has. */
const elsewhere: Fault = (request) => {
  const [path = '', query] = request.path.split('?', 2);
  const template = operationOf(request)?.split(' ')[1]?.split('/') ?? [];
  const at = template.findLastIndex((part) => part.startsWith('{'));
  if (at === -1) return undefined;
  const parts = path.split('/');
  parts[at] = parts[at]?.replace(/.$/, (last) => (last === 'Z' ? 'Y' : 'Z')) ?? '';
  return { ...request, path: parts.join('/') + (query === undefined ? '' : `?${query}`) };
};

const stray: Fault = (request) => ({
  ...request,
  path: `${request.path}${request.path.includes('?') ? '&' : '?'}stray=1`,
});

const onClosed: Fault = (request) => {
  const open = variables.get('accountNumber');
  if (open === undefined || !request.path.includes(open)) return undefined;
  return { ...request, path: request.path.replaceAll(open, closedAccount) };
};

const ofBody: Readonly<Record<string, Fault>> = {
  'unknown field': withBody(withKey),
  'wrong kind': withBody((body) => (body.startsWith('{') ? '[]' : '{}')),
  'not JSON': withBody(() => '{'),
};
const ofHeaders = {
  'stray query': stray,
  'If-Match malformed': withHeader('If-Match', 'x'),
  'If-Match stale': withHeader('If-Match', '"99999"'),
  'key malformed': withHeader('Idempotency-Key', 'x'.repeat(300)),
};
function ofRoles(): Readonly<Record<string, Fault>> {
  const roles = ['client', 'backoffice', 'operator', 'auditor'] as const;
  return Object.fromEntries(
    roles.map((role) => [`as ${role}`, as(service.credentials.tokens[role])]),
  );
}
function ofRights(): Readonly<Record<string, Fault>> {
  return {
    'no credentials': as(''),
    'another firm': as(tokens.stranger),
    'another member': as(tokens.member),
    'unknown resource': elsewhere,
    'closed account': onClosed,
  };
}

/** All single faults, and the pairs whose order matters. */
function faults(): Readonly<Record<string, Fault>> {
  const rights = ofRights();
  const inputs = { ...ofBody, ...ofHeaders };
  const later = { ...ofBody, 'stray query': stray, 'If-Match stale': ofHeaders['If-Match stale'] };
  const pairs = (
    firsts: Readonly<Record<string, Fault>>,
    seconds: Readonly<Record<string, Fault>>,
  ): [string, Fault][] =>
    Object.entries(firsts).flatMap(([one, first]) =>
      Object.entries(seconds).map(([other, second]): [string, Fault] => [
        `${one} + ${other}`,
        (request) => {
          const changed = second(request);
          return changed && first(changed);
        },
      ]),
    );
  const all = [
    ...Object.entries({ ...ofRoles(), ...rights, ...inputs }),
    ...pairs(omit(rights, 'no credentials'), later),
    ...pairs({ 'unknown field': withBody(withKey), 'stray query': stray }, ofHeaders),
  ];
  return Object.fromEntries(all.filter(([name]) => name !== 'stray query + stray query'));
}

function filled(example: HttpExample): Sent {
  const fill = (text: string): string =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => variables.get(name) ?? '');
  const { method, url, headers, body } = example;
  return {
    method,
    path: fill(url.replace('{{host}}', '')),
    body: body && fill(body),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, fill(value)]),
    ),
  };
}

function operationOf({ method, path }: Sent): string | undefined {
  const sent = `${method} ${path.split('?', 1)[0] ?? ''}`;
  const found = templates.filter(([, pattern]) => pattern.test(sent)).map(([template]) => template);
  // the one with the fewest parameters
  return found.sort((a, b) => a.split('{').length - b.split('{').length)[0];
}

/** Nothing is carried out: a write that passes all checks is a dry run. */
function send({ method, path, body, headers }: Sent): Promise<RawResponse> {
  const isRead = method === 'GET';
  return rawRequest(service.service.url, {
    method,
    path,
    agent,
    ...(body !== undefined && { body }),
    headers: { ...headers, ...(!isRead && { 'dry-run': 'true' }) },
  });
}

function outcomeOf({ status, headers, text }: RawResponse): string {
  if (status < 400) return String(status);
  const problems = JSON.parse(text) as readonly Problem[];
  const told = problems.map(({ type, field, errorCode }) =>
    [type, field, errorCode].filter(Boolean).join(' '),
  );
  const more = told.length > 4 ? [`${told.length - 4} more`] : [];
  const dry = headers['dry-run'] === undefined ? '' : ', dry run';
  return `${status}${dry}: ${[...told.slice(0, 4), ...more].join('; ')}`;
}

/** A stream has no end. */
const LEFT_OUT = 'text/event-stream';

async function recorded(example: HttpExample): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {};
  for (const [name, fault] of Object.entries(faults())) {
    const request = fault(filled(example));
    if (request === undefined) continue;
    const outcome = outcomeOf(await send(request));
    outcomes[outcome] = [outcomes[outcome] ?? [], name].flat().join(' | ');
  }
  return outcomes;
}

describe('several faults in one request [errors.list]', () => {
  it('are reported in the order that is on record', async () => {
    const matrix: Matrix = {};
    for (const example of await readExamples(join(import.meta.dirname, '../../docs/examples'))) {
      const operation = operationOf(filled(example));
      const isNew = operation !== undefined && !(operation in matrix);
      if (isNew && example.headers['Accept'] !== LEFT_OUT) {
        matrix[operation] = await recorded(example);
      }
      await sendExample(example, variables);
    }
    if (process.env['PRECEDENCE'] === 'write') {
      await writeFile(RECORD, `${JSON.stringify(matrix, undefined, 2)}\n`);
    }
    const record = JSON.parse(await readFile(RECORD, 'utf8')) as Matrix;
    expect(Object.keys(matrix)).toEqual(Object.keys(record));
    const changed = Object.keys(matrix).filter(
      (operation) => JSON.stringify(matrix[operation]) !== JSON.stringify(record[operation]),
    );
    expect(changed.map((operation) => [operation, matrix[operation]])).toEqual(
      changed.map((operation) => [operation, record[operation]]),
    );
  });
});

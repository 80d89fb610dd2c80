import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Operation } from '#libs/platform/http';
import { ServiceUnderTest } from '../support/running-service.js';
import { Wire } from '../support/wire.js';

const ROLES = ['client', 'backoffice', 'operator', 'auditor'] as const;

let service: ServiceUnderTest;
let accountNumber: string;
let operations: { method: string; template: string; operation: Operation }[];
beforeAll(async () => {
  service = await ServiceUnderTest.shared();
  accountNumber = await service.openAccount();
  const { body } = await new Wire(service).get('/openapi.json');
  const { paths } = body as { paths: Record<string, Record<string, Operation>> };
  operations = Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, template, operation })),
  );
});
afterAll(() => service.stop());

/** The roles that may call an operation, by its description; undefined if it needs none. */
function rolesOf({ security }: Operation): readonly string[] | undefined {
  if (security.some((way) => Object.keys(way).length === 0) || security.length === 0) {
    return undefined;
  }
  return security.flatMap(({ bearer = [] }) => bearer);
}

function isLive({ responses }: Operation): boolean {
  const { 200: answer } = responses;
  return answer !== undefined && 'content' in answer && 'text/event-stream' in answer.content;
}

describe('API description › who may call', () => {
  it('every operation but the open ones says for which roles it is; a signature is always a client’s', () => {
    for (const { method, template, operation } of operations) {
      const roles = rolesOf(operation);
      if (roles === undefined) continue;
      expect({ method, template, roles: roles.length }).not.toMatchObject({ roles: 0 });
      expect(ROLES).toEqual(expect.arrayContaining([...roles]));
      const signed = operation.security.some(({ signature }) => signature !== undefined);
      expect([method, template, signed]).toEqual([method, template, roles.includes('client')]);
      expect(operation.description).toContain('Requires the role ');
    }
  });

  it('routes that need a permission on the account name the sufficient ones [permission.codes]', () => {
    const said = new Map(
      operations.map(({ method, template, operation }) => [
        `${method} ${template}`,
        operation.description,
      ]),
    );
    const account = '/restapi/accounts/{accountnumber}';
    expect(said.get(`get ${account}`)).toBe(
      'Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, DV, or SV on the account, or is the ' +
        'firm’s API client acting for itself.',
    );
    expect(said.get(`post ${account}/cashtransactions`)).toContain(
      'Requires the role client. The acting member holds AC, AM, TM, or MM on the account.',
    );
    expect(said.get(`post ${account}/customeragreement`)).toContain(
      'holds AC or AM on the account, or has to sign.',
    );
  });

  it('another role is refused, and nothing is stored [auth.bearer errors.403]', async () => {
    const before = await service.requestHead();
    for (const { method, template, operation } of operations) {
      const path = template.replace('{accountnumber}', accountNumber).replaceAll(/\{[^}]+\}/g, '1');
      for (const role of ROLES) {
        if (rolesOf(operation)?.includes(role) !== false) continue;
        const wire = new Wire(service, service.credentials.tokens[role]);
        const [type] = Object.keys(operation.requestBody?.content ?? {});
        const answer = await wire.send(
          method.toUpperCase(),
          path,
          operation.requestBody && '{}',
          type === undefined ? {} : { 'content-type': type },
        );
        const seen = [role, method, template, answer.status];
        // micro-deposit verification has its own code in place of a 403
        const oneOfTheirOwn = template.includes('/verify/microdeposits/') ? 400 : 403;
        // sandbox routes don't exist for other firms
        const refused = template.startsWith('/sandbox/') ? 404 : oneOfTheirOwn;
        expect(seen).toEqual([role, method, template, refused]);
      }
    }
    expect(await service.requestHead()).toBe(before);
  });

  it('a role it is for is not refused for itself [auth.bearer]', async () => {
    for (const { method, template, operation } of operations) {
      // a live stream doesn't end
      if (method !== 'get' || isLive(operation)) continue;
      const path = template.replace('{accountnumber}', accountNumber).replaceAll(/\{[^}]+\}/g, '1');
      for (const role of ['backoffice', 'operator', 'auditor'] as const) {
        if (rolesOf(operation)?.includes(role) !== true) continue;
        const wire = new Wire(service, service.credentials.tokens[role]);
        const answer = await wire.get(path);
        expect([role, template, answer.status]).not.toEqual([role, template, 403]);
      }
    }
  });
});

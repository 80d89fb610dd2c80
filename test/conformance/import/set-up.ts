import { afterAll, beforeAll, expect } from '@jest/globals';
import { ServiceUnderTest } from '../../support/running-service.js';
import { type ResponseLine, importLines, type ImportOptions } from '../import.fixture.js';

export let service: ServiceUnderTest;
export let account: string;
export const sockets = new Set<object>();
export let login: string;

export let count = 100_000;
export const newId = (): string => String(++count);
export const body = {
  categoryName: 'Trades',
  date: '2026-03-02T15:00:00.000+00:00',
  net: '-12.50',
};
export const pathOf = (id = newId()): string =>
  `/accounts/${account}/folios/${account}01/transactions/${id}`;
export const record = (fields: object = {}, id?: string): { path: string; body: object } => ({
  path: pathOf(id),
  body: { ...body, ...fields },
});
export const send = (lines: readonly unknown[], options?: ImportOptions) =>
  importLines(service, lines, options);
export const linesOf = async (
  lines: readonly unknown[],
  options?: ImportOptions,
): Promise<readonly ResponseLine[]> => (await send(lines, options)).lines;
export const only = async (
  line: unknown,
  options?: ImportOptions,
): Promise<ResponseLine | undefined> => {
  const answers = await linesOf([line], options);
  expect(answers).toHaveLength(1);
  return answers[0];
};
export const statuses = (answers: readonly ResponseLine[]): number[] =>
  answers.map(({ status }) => status);

/** Starts the service and an account before the cases of the import and stops it after them. */
export function setUp(): void {
  beforeAll(async () => {
    service = await ServiceUnderTest.start({}, { IMPORT_PATIENCE_SECONDS: '2' });
    service.service.app.getHttpServer().on('connection', (socket: object) => sockets.add(socket));
    login = await service.member();
    account = await service.openAccount({ primaryAccountOwner: login });
  });
  afterAll(() => service.stop());
}

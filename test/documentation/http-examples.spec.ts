import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { subjectsOf } from '#libs/contexts/audit';
import { describeApi } from '#libs/platform/http';
import {
  type HttpExample,
  isExpected,
  readExamples,
  sendExample,
} from '../support/http-examples.js';
import { ServiceUnderTest, uniqueName, validSsn } from '../support/running-service.js';

let service: ServiceUnderTest;
let examples: HttpExample[];
beforeAll(async () => {
  service = await ServiceUnderTest.start();
  examples = await readExamples(join(import.meta.dirname, '../../docs/examples'));
});
afterAll(() => service.stop());

function weekdayAfter(now: number): string {
  const day = new Date(now + 2 * 86_400_000);
  while (day.getUTCDay() === 0 || day.getUTCDay() === 6) day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

describe('the examples of docs/examples', () => {
  it('are there for every operation', () => {
    const paths = examples.map(({ method, url }) => {
      const path = url.replace('{{host}}', '').split('?', 1)[0] ?? '';
      return `${method} ${path}`;
    });
    const missing = Object.entries(describeApi(service.service.app).paths).flatMap(
      ([template, methods]) =>
        Object.keys(methods)
          .map((method) => `${method.toUpperCase()} ${template}`)
          .filter((operation) => {
            const pattern = new RegExp(`^${operation.replace(/\{\w+\}/g, '[^/]+')}$`);
            return !paths.some((path) => pattern.test(path));
          }),
    );
    expect(missing).toEqual([]);
  });

  it('are answered as they say, one after the other', async () => {
    const { tokens, firmId, billingPlans } = service.credentials;
    const number = String(100_000_000 + Math.floor(Math.random() * 800_000_000));
    const variables = new Map(
      Object.entries({
        host: service.service.url,
        ...tokens,
        firmId,
        planA: billingPlans.A,
        unique: uniqueName('x'),
        number,
        newFirm: `5${number}`,
        ssn: validSsn(),
        ssn2: validSsn(),
        now: new Date().toISOString(),
        nextBusinessDay: weekdayAfter(Date.now()),
      }),
    );
    const failed: string[] = [];
    for (const example of examples) {
      const { status, text } = await sendExample(example, variables).catch((error: unknown) => ({
        status: 0,
        text: String(error),
      }));
      if (!isExpected(example, status)) {
        failed.push(`${example.file} ${example.title}: ${status} ${text.slice(0, 300)}`);
      }
    }
    expect(failed).toEqual([]);
  });

  it('leave no stream whose first event does not tell whose it is: an export would not have it', async () => {
    const { codec, eventStore } = service.service.platform;
    const first = new Map<string, string | undefined>();
    const wrong = new Set<string>();
    for await (const stored of eventStore.readAll()) {
      const [event] = await codec.decode([stored]);
      if (!event) continue;
      const [owner] = subjectsOf(event);
      if (event.revision === 0) first.set(event.stream, owner);
      else if (owner !== undefined && first.get(event.stream) !== owner) wrong.add(event.stream);
    }
    expect(first.size).toBeGreaterThan(examples.length / 4);
    expect([...wrong]).toEqual([]);
  });
});

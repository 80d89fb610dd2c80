import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { subjectsOf } from '#libs/contexts/audit';
import { describeApi } from '#libs/platform/http';
import {
  type HttpExample,
  isExpected,
  readExamples,
  sendExample,
} from '../support/http-examples.js';
import { runCollection } from '../support/postman.js';
import { ServiceUnderTest } from '../support/running-service.js';

const run = promisify(execFile);

let service: ServiceUnderTest;
let examples: HttpExample[];
beforeAll(async () => {
  service = await ServiceUnderTest.start();
  examples = await readExamples(join(import.meta.dirname, '../../docs/examples'));
});
afterAll(() => service.stop());

/** The environment that `npm run examples:environment` creates from the service's credentials. */
async function environment(): Promise<{ http: Variables; postman: Variables; collection: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'examples-'));
  const credentials = join(folder, 'credentials.json');
  await writeFile(credentials, JSON.stringify(service.credentials));
  await run('node', ['tools/example-environment.mjs', credentials, folder]);
  const read = async (name: string) =>
    JSON.parse(await readFile(join(folder, name), 'utf8')) as unknown;
  const http = (await read('http-client.private.env.json')) as {
    demonstration: Record<string, string>;
  };
  const postman = (await read('postman_environment.json')) as {
    values: { key: string; value: string }[];
  };
  const collection = await readFile(join(folder, 'postman_collection.json'), 'utf8');
  await rm(folder, { recursive: true });
  return {
    collection,
    http: new Map(Object.entries(http.demonstration)),
    postman: new Map(postman.values.map(({ key, value }) => [key, value])),
  };
}

type Variables = Map<string, string>;

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
    const { http: variables } = await environment();
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

  it('are signed in the collection for Postman', async () => {
    const { collection, postman } = await environment();
    const done = await runCollection(collection, postman, 2);
    expect(done.filter(({ failed }) => failed !== undefined)).toEqual([]);
    expect(done.filter(({ signed }) => signed).length).toBeGreaterThan(20);
  });

  it('leave no stream whose first event does not tell whose it is: an export would not have it', async () => {
    const { codec, eventStore, registry } = service.service.platform;
    const first = new Map<string, string | undefined>();
    const wrong = new Set<string>();
    for await (const stored of eventStore.readAll()) {
      const [event] = await codec.decode([stored]);
      if (!event) continue;
      const [owner] = subjectsOf(registry, event);
      if (event.revision === 0) first.set(event.stream, owner);
      else if (owner !== undefined && first.get(event.stream) !== owner) wrong.add(event.stream);
    }
    expect(first.size).toBeGreaterThan(examples.length / 4);
    expect([...wrong]).toEqual([]);
  });
});

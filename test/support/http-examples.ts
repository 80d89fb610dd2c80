import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { eventually } from './condition.js';

/** A request of a `.http` file; variables are in double braces. */
export interface HttpExample {
  readonly file: string;
  readonly title: string;
  readonly method: string;
  /** With `{{host}}`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Expected status, from a line `# @expect`; undefined for any success. */
  readonly expected: number | undefined;
  /** JavaScript that handles the response. */
  readonly handler: string | undefined;
}

/** Every request of the `.http` files of a folder, in file order. */
export async function readExamples(folder: string): Promise<HttpExample[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.http')).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return texts.flatMap((text, index) =>
    text
      .split(/^### /m)
      .slice(1)
      .map((part) => parse(part, files[index] ?? '')),
  );
}

function parse(part: string, file: string): HttpExample {
  const [title = '', ...below] = part.split('\n');
  const comments = below.findIndex((line) => !line.startsWith('#'));
  const [, expected] = /^# @expect (\d{3})$/m.exec(below.slice(0, comments).join('\n')) ?? [];
  const [request = '', ...lines] = below.slice(comments);
  const [method = '', url = ''] = request.split(' ');
  const rest = lines.join('\n');
  const [, handler] = /^> \{%([\s\S]*?)%\}/m.exec(rest) ?? [];
  const [head = '', ...body] = rest.replace(/^> \{%[\s\S]*?%\}/m, '').split(/\n\s*\n/);
  const headers = head
    .split('\n')
    .filter((line) => line.includes(': '))
    .map((line): [string, string] => {
      const at = line.indexOf(': ');
      return [line.slice(0, at), line.slice(at + 2)];
    });
  const text = body.join('\n\n').trim();
  return {
    file,
    title,
    method,
    url,
    headers: Object.fromEntries(headers),
    body: text === '' ? undefined : text,
    expected: expected === undefined ? undefined : Number(expected),
    handler,
  };
}

interface ExampleResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Sends an example with the current variables and adds those that its handler sets. A read whose handler fails is repeated for
 * a while, since what it looks for is created in the background.
 */
export function sendExample(
  example: HttpExample,
  variables: Map<string, string>,
): Promise<ExampleResponse> {
  return eventually(async () => {
    const answer = await send(example, variables);
    if (!isSuccess(answer.status)) return answer;
    try {
      handle(example, answer, variables);
      return answer;
    } catch (error) {
      if (example.method === 'GET') return undefined;
      throw error;
    }
  });
}

/** Whether an example expects this status. */
export function isExpected({ expected }: HttpExample, status: number): boolean {
  return expected === undefined ? isSuccess(status) : status === expected;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

async function send(
  { method, url, headers, body }: HttpExample,
  variables: ReadonlyMap<string, string>,
): Promise<ExampleResponse> {
  const filled = (text: string): string =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = variables.get(name);
      if (value === undefined) throw new Error(`the variable ${name} is not set`);
      return value;
    });
  const answer = await fetch(filled(url), {
    method,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, text]) => [name, filled(text)]),
    ),
    ...(body !== undefined && { body: filled(body) }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

function handle(
  { handler }: HttpExample,
  { headers, text }: ExampleResponse,
  variables: Map<string, string>,
): void {
  if (handler === undefined) return;
  runInNewContext(handler, {
    client: { global: { set: (name: string, value: string) => variables.set(name, value) } },
    response: {
      headers: { valueOf: (name: string) => headers.get(name) },
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    },
  });
}

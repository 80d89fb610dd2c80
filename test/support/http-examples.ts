import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

/** One request of a `.http` file; variables stand in double braces. */
export interface HttpExample {
  readonly file: string;
  readonly title: string;
  readonly method: string;
  /** With `{{host}}`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** What is done with the answer, JavaScript. */
  readonly handler: string | undefined;
}

/** Every request of the `.http` files of a folder, in the order of the files. */
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
  const [title = '', request = '', ...lines] = part.split('\n');
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
    handler,
  };
}

/** Sends an example with the variables so far, and adds those its handler sets. Answers status and body. */
export async function sendExample(
  { method, url, headers, body, handler }: HttpExample,
  variables: Map<string, string>,
): Promise<{ status: number; text: string }> {
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
  const text = await answer.text();
  if (handler !== undefined && answer.ok) {
    runInNewContext(handler, {
      client: { global: { set: (name: string, value: string) => variables.set(name, value) } },
      response: {
        headers: { valueOf: (name: string) => answer.headers.get(name) },
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
      },
    });
  }
  return { status: answer.status, text };
}

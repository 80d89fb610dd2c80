import { createHash, createHmac } from 'node:crypto';
import { runInNewContext } from 'node:vm';

interface PostmanEvent {
  readonly listen: string;
  readonly script: { readonly exec: readonly string[] };
}

interface PostmanItem {
  readonly name: string;
  readonly event: readonly PostmanEvent[];
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly header: readonly { readonly key: string; readonly value: string }[];
    readonly body?: { readonly raw: string };
  };
}

interface PostmanCollection {
  readonly event: readonly PostmanEvent[];
  readonly item: readonly { readonly item: readonly PostmanItem[] }[];
}

/** A request that was sent. */
export interface PostmanRequest {
  readonly name: string;
  readonly signed: boolean;
  /** Failure of its test; undefined if it passed. */
  readonly failed: string | undefined;
}

/** The part of `crypto-js` that the collection uses. */
const CRYPTO_JS = {
  MD5: (text: string) => createHash('md5').update(text).digest('hex'),
  HmacSHA256: (text: string, key: string) => {
    const digest = createHmac('sha256', key).update(text).digest();
    return { toString: (coding: BufferEncoding) => digest.toString(coding) };
  },
  enc: { Base64: 'base64' },
};

/** Sends the requests of the first folders of a collection as Postman does, running its scripts with the part of `pm` that they use. */
export async function runCollection(
  text: string,
  environment: ReadonlyMap<string, string>,
  folders: number,
): Promise<PostmanRequest[]> {
  const collection = JSON.parse(text) as PostmanCollection;
  const variables = new Map(environment);
  const filled = (part: string) =>
    part.replace(/\{\{(\w+)\}\}/g, (found, name: string) => variables.get(name) ?? found);
  const store = {
    get: (name: string) => variables.get(name),
    set: (name: string, value: string) => void variables.set(name, value),
    unset: (name: string) => void variables.delete(name),
    replaceIn: filled,
  };
  const runScripts = (events: readonly PostmanEvent[], listen: string, pm: object) => {
    for (const { script } of events.filter((one) => one.listen === listen)) {
      runInNewContext(`{${script.exec.join('\n')}}`, { pm, require: () => CRYPTO_JS });
    }
  };
  const send = async ({ name, event, request }: PostmanItem): Promise<PostmanRequest> => {
    const info = { requestName: name };
    const pm = { variables: store, collectionVariables: store, info, request };
    runScripts(collection.event, 'prerequest', pm);
    const headers = request.header.map(({ key, value }): [string, string] => [key, filled(value)]);
    const { method, body } = request;
    const response = await fetch(filled(request.url), {
      method,
      headers,
      ...(body && { body: filled(body.raw) }),
    });
    const answer = await response.text();
    let failed: string | undefined;
    const wanted = (isWanted: boolean) => {
      if (!isWanted) failed = `${response.status} ${answer}`;
    };
    let next = name;
    runScripts(event, 'test', {
      ...pm,
      test: (_: string, check: () => void) => check(),
      expect: (code: number) => ({
        to: {
          be: { within: (least: number, most: number) => wanted(code >= least && code <= most) },
        },
      }),
      response: {
        code: response.status,
        headers: response.headers,
        text: () => answer,
        to: { have: { status: (code: number) => wanted(response.status === code) } },
      },
      execution: { setNextRequest: (other: string) => (next = `again: ${other}`) },
    });
    if (next !== name) return send({ name, event, request });
    return { name, signed: headers.some(([, value]) => value.startsWith('FOLIOWS ')), failed };
  };
  const done: PostmanRequest[] = [];
  for (const item of collection.item.slice(0, folders).flatMap((folder) => folder.item)) {
    done.push(await send(item));
  }
  return done;
}

import fc, { type Arbitrary } from 'fast-check';
import type { ApiDocument, Operation, Parameter, Reference } from '#libs/platform/http';
import type { World, Write } from '../conformance/writes/write.js';
import { garbage, jsonBodies } from './bodies.js';
import { valuesOf } from './values.js';

/** A request without credentials. */
export interface FuzzedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  /** Role or other kind of the caller. */
  readonly caller: string;
}

/** An operation of the description. */
export interface PlacedOperation {
  readonly method: string;
  readonly template: string;
  readonly operation: Operation;
}

type Sent = Pick<FuzzedRequest, 'path' | 'headers' | 'body'>;
type Headers = Readonly<Record<string, string>>;

/** Odd path segments. None escapes its place in the path. */
const ODD_SEGMENTS = [
  ...['%00', 'x%00y', '%ff', '%e2%82', '%zz', '%2f', '__proto__', 'toString', '%20', '%0d%0aX:1'],
  ...['%f0%9f%98%80', '-1', '0', '01', '1e3', 'null', '*', '$where', 'a:b', 'a.b', 'a_b', 'A'],
  ...['x'.repeat(64), 'x'.repeat(65), 'x'.repeat(256), 'x'.repeat(257), '%c3%a9'.repeat(64)],
  // control characters, a lone surrogate, private use, a character that is none
  ...['%01', 'a%1fb', '%7f', '%c2%85', '%ed%a0%80', '%ee%80%80', '%ef%bf%be', '%f3%b0%80%80'],
  ...['..', 'x'.repeat(5_000)],
];
/** Moments of the past, of the future, and none. */
const MOMENTS = ['2026-01-05', '2000-01-01T00:00:00Z', '9999-12-31', 'cDE', 'cHNv', 'x'];
const ODD_QUERIES = ['nope=1', '=', '&&', '__proto__=1', '%00=1', '%=%', 'x'.repeat(9_000)];
const TAGS = ['*', '"0"', '"1"', '"2"', 'W/"1"', '"a", "b"', '"', 'x', ''];
/** Odd header values. */
const ODD_HEADERS: Readonly<Record<string, readonly string[]>> = {
  'if-match': TAGS,
  'if-none-match': TAGS,
  accept: ['*/*', 'application/json', 'text/plain', 'image/png', 'application/json;q=0', 'x', ''],
  'content-type': [
    ...['application/json; charset=utf-8', 'application/json; charset=utf-16', 'text/plain', ''],
    ...['application/x-ndjson', 'application/xml', 'multipart/form-data; boundary=x'],
  ],
  'content-encoding': ['gzip', 'identity', 'br', 'x'],
  'x-http-method-override': ['DELETE'],
  'x-consistency-token': ['x', '', 'cDE, cDE'],
  date: ['x', 'Mon, 05 Jan 2026 16:00:00 GMT'],
};

const oddHeader = fc
  .constantFrom(...Object.entries(ODD_HEADERS))
  .chain(([name, values]) =>
    fc.constantFrom(...values.map((value): Headers => ({ [name]: value }))),
  );

const moments = fc.constantFrom(...MOMENTS).map((moment) => `asOf=${moment}`);

/** Headers of writes that change how they are carried out, each often enough to meet the others. */
const combined = [
  sometimes(
    0.05,
    fc.constantFrom('*', '"0"', '"1"').map((tag): Headers => ({ 'if-match': tag })),
  ),
  sometimes(
    0.1,
    fc.constantFrom('true', 'false').map((run): Headers => ({ 'dry-run': run })),
  ),
  sometimes(
    0.3,
    fc.integer({ min: 1, max: 4_000 }).map((n): Headers => ({ 'idempotency-key': `key-${n}` })),
  ),
];

/** Ids in a path, by the preceding segment. */
const idsOf = (world: World): Readonly<Record<string, string>> => ({
  accounts: world.account,
  achbanklinks: world.link,
  billingplans: world.plan,
  cashtransaction: world.cash,
  cashtransactions: world.cash,
  corporateactions: world.action,
  firms: world.firm,
  folios: world.folio,
  ifas: world.item,
  members: world.owner,
  orders: world.order,
  permissions: world.other,
  privateplacementoffers: world.offer,
  privateplacementorders: world.subscription,
  rtgs: world.rtg,
  trustees: world.trustee,
  webhooks: world.webhook,
});

/** Generates requests from a description, most of them valid except for one thing. */
export class Requests {
  readonly #ids: Readonly<Record<string, string>>;
  readonly #writes: readonly (() => Write)[];

  /**
   * @param writes generators of currently valid requests
   * @param callers roles and other kinds of callers
   */
  constructor(
    private readonly document: ApiDocument,
    world: World,
    writes: readonly ((world: World) => Write)[],
    private readonly callers: readonly string[],
  ) {
    this.#ids = idsOf(world);
    this.#writes = writes.map((make) => () => make(world));
  }

  /** Every operation of the description. */
  operations(): PlacedOperation[] {
    return Object.entries(this.document.paths).flatMap(([template, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        method: method.toUpperCase(),
        template,
        operation,
      })),
    );
  }

  /** Requests of an operation. */
  of(placed: PlacedOperation): Arbitrary<FuzzedRequest> {
    const { method, operation } = placed;
    const parameters = this.#parameters(operation);
    const queries = parameters.filter((one) => one.in === 'query');
    const headers = parameters.filter((one) => one.in === 'header');
    const roles = operation.security.flatMap(({ bearer = ['signed'] }) => bearer);
    const callers = fc.constantFrom(...this.callers);
    return fc
      .record({
        sent: this.#sent(placed),
        // public pages ignore the query
        query: fc.tuple(
          ...queries.map((one) => this.#query(one)),
          sometimes(roles.length === 0 ? 0 : 0.05, fc.constantFrom(...ODD_QUERIES)),
          sometimes(roles.length > 0 && method === 'GET' ? 0.1 : 0.02, moments),
        ),
        headers: fc.tuple(
          ...headers.map(headerOf),
          sometimes(0.05, oddHeader),
          ...(method === 'GET' ? [] : combined),
        ),
        caller:
          roles.length === 0
            ? callers
            : fc.oneof(
                { weight: 9, arbitrary: fc.constantFrom(...roles) },
                { weight: 1, arbitrary: callers },
              ),
      })
      .map(({ sent, query, headers, caller }) => {
        const asked = query.filter((one) => one !== undefined);
        return {
          method,
          path: asked.length === 0 ? sent.path : `${sent.path}?${asked.join('&')}`,
          headers: Object.assign({}, sent.headers, ...headers) as Headers,
          body: sent.body,
          caller,
        };
      });
  }

  /** Path and body: mutated from a valid request if there is one. */
  #sent(placed: PlacedOperation): Arbitrary<Sent> {
    const { method, template, operation } = placed;
    const [media] = Object.keys(operation.requestBody?.content ?? {});
    if (media === 'application/json') return this.#json(placed);
    const body =
      media === undefined
        ? sometimes(method === 'GET' ? 0 : 0.05, fc.constant(Buffer.from('{}')))
        : this.#lines();
    return fc.record({ path: pathsOf(this.#path(placed), template), body }).map((sent) => ({
      ...sent,
      headers: sent.body === undefined ? {} : { 'content-type': media ?? 'application/json' },
    }));
  }

  #json(placed: PlacedOperation): Arbitrary<Sent & { readonly body: Buffer }> {
    const { template, operation } = placed;
    const schema = operation.requestBody?.content['application/json']?.schema ?? {};
    const writes = this.#writesOf(placed);
    const type = { 'content-type': 'application/json' };
    const form = (path: string, headers: Headers = {}, accepted?: () => unknown) =>
      fc.record({
        path: pathsOf(path, template),
        headers: fc.constant({ ...type, ...lowerCase(headers) }),
        body: jsonBodies(schema, this.document, accepted),
      });
    if (writes.length === 0) return form(this.#path(placed));
    return fc.oneof(
      ...writes.map((write) => form(write().path, write().headers, () => write().body())),
    );
  }

  #writesOf({ method, template }: PlacedOperation): (() => Write)[] {
    const like = template.replace('/cashtransaction/', '/cashtransactions/');
    const pattern = new RegExp(`^${like.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return this.#writes.filter((write) => {
      const { method: verb, path } = write();
      return verb === method && pattern.test(path);
    });
  }

  /** A path of an existing resource, or from the description's examples. */
  #path({ template, operation }: PlacedOperation): string {
    const parameters = this.#parameters(operation);
    const segments = template.split('/').map((segment, at, all) => {
      if (!segment.startsWith('{')) return segment;
      const parameter = parameters.find(({ name }) => `{${name}}` === segment);
      return this.#ids[all[at - 1] ?? ''] ?? String(parameter?.example);
    });
    return segments.join('/');
  }

  #parameters({ parameters }: Operation): Parameter[] {
    return parameters.map((one: Parameter | Reference) => {
      if (!('$ref' in one)) return one;
      const found = this.document.components.parameters[one.$ref.split('/').at(-1) ?? ''];
      if (found === undefined) throw new Error(`${one.$ref} leads nowhere`);
      return found;
    });
  }

  #query({ name, schema, example, required }: Parameter): Arbitrary<string | undefined> {
    const value = fc.oneof(
      { weight: 3, arbitrary: fc.constant(example) },
      { weight: 2, arbitrary: valuesOf(schema, this.document) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
      { weight: 1, arbitrary: fc.constantFrom('', ',', '-1', '1e9', '0x1', 'x'.repeat(5_000)) },
    );
    const sent = value.map((one) => `${name}=${encodeURIComponent(String(one).toWellFormed())}`);
    const twice = fc.tuple(sent, sent).map((both) => both.join('&'));
    return sometimes(
      required === true ? 0.95 : 0.3,
      fc.oneof({ weight: 9, arbitrary: sent }, { weight: 1, arbitrary: twice }),
    );
  }

  /** Lines of an import. */
  #lines(): Arbitrary<Buffer> {
    const puts = this.operations().filter(
      (one) => one.method === 'PUT' && one.template.startsWith('/backoffice/'),
    );
    const line = fc
      .oneof(...puts.map((put) => this.#json(put)))
      .map(({ path, body }) => `{"path":${JSON.stringify(path)},"body":${body.toString()}}`);
    const lines = fc.array(line, { maxLength: 5 }).map((all) => all.join('\n'));
    const right = lines.map((text) => Buffer.from(text));
    return fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: garbage(lines) });
  }
}

/** A path with occasionally odd parameters. */
function pathsOf(path: string, template: string): Arbitrary<string> {
  const values = path.split('/');
  const segments = template.split('/').map((segment, at) => {
    const value = fc.constant(values[at] ?? '');
    return segment.startsWith('{')
      ? fc.oneof(
          { weight: 30, arbitrary: value },
          { weight: 1, arbitrary: fc.constantFrom(...ODD_SEGMENTS) },
          { weight: 1, arbitrary: fc.string({ minLength: 1 }).map(encodeURIComponent) },
        )
      : fc.constant(segment);
  });
  return fc.tuple(...segments).map((all) => all.join('/'));
}

/** An occasional header. */
function headerOf({ name, example }: Parameter): Arbitrary<Headers | undefined> {
  const odd = ODD_HEADERS[name.toLowerCase()] ?? ['x', '', '{}', '-1', 'x'.repeat(300)];
  const values = fc.oneof(
    fc.constantFrom(String(example), ...odd),
    fc.stringMatching(/^[\x21-\x7e]{1,40}$/),
  );
  return sometimes(
    0.06,
    values.map((value): Headers => ({ [name.toLowerCase()]: value })),
  );
}

const lowerCase = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** True with this probability. */
function sometimes<T>(share: number, arbitrary: Arbitrary<T>): Arbitrary<T | undefined> {
  const weight = Math.round(share * 100);
  return fc.oneof(
    { weight: 100 - weight, arbitrary: fc.constant(undefined) },
    { weight, arbitrary },
  );
}

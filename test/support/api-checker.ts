import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import Router from 'find-my-way';
import type {
  ApiDocument,
  ApiResponse,
  Header,
  Operation,
  Parameter,
  Reference,
} from '#libs/platform/http';
import { newAjv } from './api-validators.js';

/** One request and its response, as sent over the wire. */
export interface Exchanged {
  readonly method: string;
  /** Request target with query. */
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, unknown>>;
  readonly requestBody: Buffer;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  readonly body: Buffer;
}

/** A value as every body is read: an empty text stands for null ([request.empty]), lengths are those of NFC ([request.lengths]). */
function asRead(_key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value.trim() === '' ? null : value.normalize('NFC');
}

/** Headers of the connection rather than of the response. */
const TRANSPORT = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'trailer',
  'transfer-encoding',
]);

const JSON_TYPE = 'application/json';

type Direction = 'text' | 'value';

/** Checks exchanges against the API description. Validators are compiled on first use. */
export class ApiChecker {
  readonly #router = Router();
  readonly #ajv: Readonly<Record<Direction, Ajv2020>>;
  readonly #validators = {
    text: new WeakMap<object, ValidateFunction>(),
    value: new WeakMap<object, ValidateFunction>(),
  };

  constructor(private readonly document: ApiDocument) {
    // parameters and headers are strings on the wire, whatever their schema says
    this.#ajv = { value: newAjv(document, false), text: newAjv(document, true) };
    for (const [template, methods] of Object.entries(document.paths)) {
      const path = template.replace(/\{(\w+)\}/g, ':$1');
      this.#router.on('GET', path, () => undefined, { template, methods });
    }
  }

  /** How a request deviates from the description of its operation; undefined for paths and methods that the service doesn't have. */
  problemsOfRequest(exchanged: Exchanged): string[] | undefined {
    const found = this.#found(exchanged);
    return found && this.#request(exchanged, found.operation);
  }

  /** How an exchange deviates from the description. Empty for paths and methods that the service doesn't have. */
  problemsOf(exchanged: Exchanged): string[] {
    const { method, status } = exchanged;
    const found = this.#found(exchanged);
    if (found === undefined) return [];
    const { template, operation } = found;
    const problems = [
      ...this.#answer(exchanged, operation),
      ...(status < 300 ? this.#request(exchanged, operation) : []),
    ];
    return problems.map((problem) => `${method} ${template} ${status}: ${problem}`);
  }

  #found({ method, url }: Exchanged) {
    const route = this.#router.find('GET', url.split('?', 1)[0] ?? url);
    const { template, methods } = (route?.store ?? {}) as {
      template?: string;
      methods?: Readonly<Record<string, Operation>>;
    };
    const operation = methods?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
    return template === undefined || operation === undefined ? undefined : { template, operation };
  }

  /** How a value deviates from a schema of the description. */
  problemsWith(schema: object, value: unknown, what: string): string[] {
    return this.#validate('value', schema, value, what);
  }

  #answer(exchanged: Exchanged, operation: Operation): string[] {
    const { status, headers, body, method } = exchanged;
    const described = operation.responses[status];
    if (described === undefined) return ['the status is not described'];
    const response = this.#resolve<ApiResponse>(described);
    const problems = this.#headers(headers, response.headers ?? {});
    if (method === 'HEAD') return problems;
    if (body.length === 0) {
      const types = Object.keys(response.content ?? {});
      // an empty text is one
      const isText = types.length > 0 && types.every((one) => one !== JSON_TYPE);
      return types.length === 0 || isText ? problems : [...problems, 'the body is empty'];
    }
    const type = String(headers['content-type']).split(';', 1)[0] ?? '';
    const [, media] =
      Object.entries(response.content ?? response['x-content'] ?? {}).find(
        ([key]) => key === '*/*' || key === type,
      ) ?? [];
    if (media === undefined) return [...problems, `the media type ${type} is not described`];
    if (type !== JSON_TYPE) return problems;
    const json = JSON.parse(body.toString()) as unknown;
    return [
      ...problems,
      ...this.#validate('value', media.schema, json, 'the answer'),
      ...(status >= 400 ? this.#codes(json, status, operation) : []),
    ];
  }

  #codes(problems: unknown, status: number, operation: Operation): string[] {
    const response = this.#resolve<ApiResponse>(operation.responses[status] as ApiResponse);
    const known = Object.keys(response['x-error-codes'] ?? {});
    return (problems as readonly { errorCode?: string }[]).flatMap(({ errorCode }) =>
      errorCode === undefined || known.includes(errorCode)
        ? []
        : [`the error code ${errorCode} is not described`],
    );
  }

  #headers(
    sent: Exchanged['headers'],
    described: Readonly<Record<string, Header | Reference>>,
  ): string[] {
    const names = new Set(Object.keys(described).map((name) => name.toLowerCase()));
    const unknown = Object.keys(sent).filter((name) => !names.has(name) && !TRANSPORT.has(name));
    const wrong = Object.entries(described).flatMap(([name, part]) => {
      const header = this.#resolve<Header>(part);
      const value = sent[name.toLowerCase()];
      if (value === undefined)
        return header.required === true ? [`the header ${name} is missing`] : [];
      return this.#validate('text', header.schema, String(value), `the header ${name}`);
    });
    return [...unknown.map((name) => `the header ${name} is not described`), ...wrong];
  }

  #request(exchanged: Exchanged, operation: Operation): string[] {
    const { requestBody, requestHeaders } = exchanged;
    const type = (String(requestHeaders['content-type']).split(';', 1)[0] ?? '').toLowerCase();
    const described = operation.requestBody?.content[type];
    const hasBody = requestBody.length > 0;
    const isJson = hasBody && type === 'application/json' && described !== undefined;
    return [
      ...(hasBody && described === undefined ? [`a body of type ${type} is not described`] : []),
      ...(isJson
        ? this.#validate(
            'value',
            described.schema,
            JSON.parse(requestBody.toString().replace(/^\ufeff/, ''), asRead) as unknown,
            'the body of the request',
          )
        : []),
      ...this.#parameters(exchanged, operation),
    ];
  }

  #parameters({ url, requestHeaders }: Exchanged, operation: Operation): string[] {
    const parameters = operation.parameters.map((one) => this.#resolve<Parameter>(one));
    // a plus is one, as everywhere in a URL but in forms
    const { searchParams } = new URL(url.replaceAll('+', '%2B'), 'http://service');
    const query = new Map([...searchParams].map(([name, value]) => [name.toLowerCase(), value]));
    const problems = parameters.flatMap(({ name, in: where, required, schema }) => {
      if (where === 'path') return [];
      const names = [name, ...((schema['x-aliases'] as string[] | undefined) ?? [])];
      const sent = names
        .map((one) => one.toLowerCase())
        .map((one) => (where === 'query' ? take(query, one) : requestHeaders[one]))
        .find((value) => value !== undefined);
      if (sent === undefined) return required === true ? [`the ${where} ${name} is missing`] : [];
      if (schema['type'] === 'array') {
        const items = (sent as string).split(',').map((item) => item.trim());
        return this.#validate('text', schema, items, `the ${where} ${name}`);
      }
      return this.#validate('text', schema, sent, `the ${where} ${name}`);
    });
    // what is public ignores the query
    if (operation.tags.includes('service') || operation.security.length === 0) return problems;
    return [...problems, ...[...query.keys()].map((name) => `the query ${name} is not described`)];
  }

  #validate(direction: Direction, schema: object, value: unknown, what: string): string[] {
    let validate = this.#validators[direction].get(schema);
    if (validate === undefined) {
      validate = this.#ajv[direction].compile(inHolder(schema));
      this.#validators[direction].set(schema, validate);
    }
    // ajv coerces and trims in place, so it needs a holder
    return validate({ value }) ? [] : (validate.errors ?? []).map((error) => told(error, what));
  }

  #resolve<T>(part: T | Reference): T {
    if (typeof part !== 'object' || part === null || !('$ref' in part)) return part;
    return this.#at(part.$ref) as T;
  }

  #at(reference: string): unknown {
    return reference
      .slice(reference.indexOf('#/') + '#/'.length)
      .split('/')
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], this.document);
  }
}

/** Wraps a schema so that it applies to the value in a holder. */
function inHolder(schema: object): object {
  const rooted = JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/');
  return { type: 'object', properties: { value: JSON.parse(rooted) as unknown } };
}

function take(query: Map<string, string>, name: string): string | undefined {
  const value = query.get(name);
  query.delete(name);
  return value;
}

function told({ instancePath, message, params }: ErrorObject, what: string): string {
  const { additionalProperty } = params as { additionalProperty?: string };
  const at = instancePath.replace(/^\/value/, '').replaceAll(/\/\d+(?=\/|$)/g, '[]');
  const key = additionalProperty === undefined ? '' : `: ${additionalProperty}`;
  return `${what}${at} ${message ?? 'is wrong'}${key}`;
}

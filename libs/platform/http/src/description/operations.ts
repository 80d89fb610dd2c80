import { STATUS_CODES } from 'node:http';
import { joinAlternatives, FieldCode, omit } from '#libs/platform/kernel';
import { aliasesOf, type Field, fieldsOf, type Shape } from '../fields/field.js';
import { PageQuery } from '../fields/page-fields.js';
import { CSV } from '../list-forms.js';
import { type AllowedCallers, type Described, JSON_TYPE, routeRules } from '../route-rules.js';
import { commonParameters } from './common-parameters.js';
import {
  answerHeaders,
  COMMON_ERRORS,
  errorHeaders,
  errorResponse,
  problemsContent,
  DRY_RUN_CONTENT,
  WRITE_ERRORS,
  NOT_MODIFIED,
} from './components.js';
import {
  BODY_CODES,
  completed,
  type ErrorCodes,
  FIELD_CODES,
  SYNTAX_CODES,
} from '../error-codes.js';
import type {
  ApiResponse,
  MediaType,
  Operation,
  Parameter,
  Reference,
  ApiDocument,
} from './openapi.js';
import { pathParameters, type DescribedRoute } from './routes.js';
import { exampleOf, exampleOfField, type ShapeSchemas } from './shape-schemas.js';

const HEADER_CODES: ErrorCodes = {
  [FieldCode.Value]: 'The value is not acceptable',
  [FieldCode.Length]: 'The value is too long',
};

export function operationOf(
  route: DescribedRoute,
  schemas: ShapeSchemas,
  topics: ApiTopics,
): Operation {
  const { operationId, method, path, described, marks } = route;
  const { summary = '' } = described;
  const description = [
    described.description,
    method === 'get' && pagesInWords(described),
    marks.callers && callersInWords(marks.callers),
  ]
    .filter(Boolean)
    .join('\n\n');
  const requestBody = requestBodyOf(route, schemas);
  return {
    operationId,
    summary,
    ...(description !== '' && { description }),
    tags: [tagOf(path, topics)],
    security: securityOf(route),
    parameters: [
      ...pathParameters(path),
      ...queryParameters(route, schemas),
      ...commonParameters(method, {
        past: hasPast(route),
        associatedMember: described.associatedMember ?? false,
        resumable: described.resumable ?? false,
        isPublic: marks.public === true,
        ofFirms: isOfFirms(route),
      }),
    ],
    ...(requestBody !== undefined && { requestBody }),
    responses: { ...successOf(route, schemas), ...errorsOf(route) },
  };
}

function pagesInWords({ list = false, pages }: Described): string | undefined {
  if (!list) return undefined;
  return pages === undefined
    ? 'Returns the whole list unless `limit` or `cursor` is given.'
    : `Returns pages of ${pages} items unless \`limit\` is given.`;
}

/** Signatures are for the role `client` only. */
function securityOf({ marks }: DescribedRoute): Operation['security'] {
  const { callers } = marks;
  if (marks.public === true) return [];
  if (callers === undefined) return [{ signature: [] }, { bearer: [] }];
  return callers.roles.flatMap((role) => [
    ...(role === 'client' ? [{ signature: [] }] : []),
    { bearer: [role] },
  ]);
}

function callersInWords({ roles, requirement }: AllowedCallers): string {
  return [`Requires the role ${joinAlternatives(roles)}.`, requirement].filter(Boolean).join(' ');
}

function requestBodyOf(
  { taken: { body }, marks, described }: DescribedRoute,
  schemas: ShapeSchemas,
): Operation['requestBody'] {
  if (body !== undefined) {
    const example = described.request ?? listed(exampleOf(body.shape, 'request'), body.list);
    const schema = listed(schemas.reference(body.shape, 'request'), body.list);
    const required = body.optional !== true;
    return { required, content: { [JSON_TYPE]: { ...schemaOf(schema), example } } };
  }
  if (marks.consumes === undefined) return undefined;
  return {
    required: true,
    content: { [marks.consumes]: opaque(marks.consumes, described.request) },
  };
}

function queryParameters(
  { taken }: DescribedRoute,
  schemas: ShapeSchemas,
): (Parameter | Reference)[] {
  if (taken.query === undefined) return [];
  return fieldsOf(taken.query).map((field) => {
    const component = PAGE_PARAMETERS.get(field);
    return component === undefined
      ? queryParameter(field, schemas)
      : { $ref: `#/components/parameters/${component}` };
  });
}

/** Component names of the parameters of every list. */
const PAGE_PARAMETERS = new Map(
  fieldsOf(PageQuery).map((field) => [field, `Page${field.name === 'limit' ? 'Limit' : 'Cursor'}`]),
);

/** Returns the components of the parameters of every list. */
export function pageParameters(schemas: ShapeSchemas): Record<string, Parameter> {
  return Object.fromEntries(
    [...PAGE_PARAMETERS].map(([field, component]) => [component, queryParameter(field, schemas)]),
  );
}

function queryParameter(field: Field, schemas: ShapeSchemas): Parameter {
  const { kind, options } = field;
  // A parameter can be absent, but never null. A list is one text with commas, not an array of JSON.
  const isList = 'list' in kind;
  const sent = {
    ...field,
    kind: isList ? omit(kind, 'accepts') : kind,
    options: { ...options, nullable: false },
  };
  const described = schemas.fieldSchema(sent, 'request');
  const schema = omit(described, 'description', 'examples');
  const required = options.required === true;
  const aliases = aliasesOf(field).map((alias) => alias.toLowerCase());
  return {
    name: field.name,
    in: 'query',
    required,
    description: [described['description'], ...aliases.map((alias) => `Also accepted as ${alias}`)]
      .filter(Boolean)
      .join('. '),
    schema: { ...schema, ...(aliases.length > 0 && { 'x-aliases': aliases }) },
    ...(isList && { style: 'form', explode: false }),
    example: exampleOfField(field, 'request'),
  };
}

function successOf(route: DescribedRoute, schemas: ShapeSchemas): Operation['responses'] {
  const { method, described, taken, marks } = route;
  const { status, shape, type, headers, mayBeEmpty } = described;
  const isNew = method === 'post' && shape === undefined && type === undefined;
  const success = status ?? (isNew ? 201 : 200);
  const own = contentOf(route, schemas);
  const isDryRun = success === 200 && method !== 'get' && marks.streams !== true;
  const content = isDryRun ? orDryRun(own) : own;
  const isEmpty = own === undefined || mayBeEmpty === true;
  return {
    ...(method !== 'get' && success !== 200 && { 200: { $ref: '#/components/responses/DryRun' } }),
    [success]: {
      description: `${STATUS_CODES[success] ?? 'OK'}${isEmpty ? emptyInWords(mayBeEmpty, content) : ''}`,
      headers: answerHeaders(method, success, {
        past: hasPast(route),
        own: { ...(isPaged(taken) && NEXT_PAGE), ...headers },
      }),
      ...(content !== undefined && { [isEmpty ? 'x-content' : 'content']: content }),
    },
    ...(method === 'get' && { 304: notModified(headers) }),
  };
}

/** An empty response has no `content`; the bodies that it has in some cases are described beside it, as `x-content`. */
function emptyInWords(mayBeEmpty = false, content?: ApiResponse['content']): string {
  if (mayBeEmpty) return '; usually without a body';
  return content === undefined ? '' : ', without a body; of a dry run with DryRun';
}

function orDryRun(content: ApiResponse['content'] = {}): ApiResponse['content'] {
  const { [JSON_TYPE]: own, ...others } = content;
  const dryRun = DRY_RUN_CONTENT[JSON_TYPE];
  if (own === undefined) return { ...DRY_RUN_CONTENT, ...others };
  return { [JSON_TYPE]: { ...own, schema: { anyOf: [own.schema, dryRun?.schema] } }, ...others };
}

/** A 304 also has the route's own headers, such as the policy of a page. */
function notModified(own?: Readonly<Record<string, string>>): ApiResponse | Reference {
  if (own === undefined) return { $ref: '#/components/responses/NotModified' };
  return { description: NOT_MODIFIED, headers: answerHeaders('get', 304, { own }) };
}

/** Returns whether a route accepts `asOf`. */
function hasPast({ method, path, marks }: DescribedRoute): boolean {
  return method === 'get' && marks.public !== true && !routeRules(path, marks).presentOnly;
}

/** Returns whether the guards of a route let firms through. */
function isOfFirms({ marks }: DescribedRoute): boolean {
  return marks.public !== true && (marks.callers?.roles.includes('client') ?? true);
}

function isPaged({ query }: DescribedRoute['taken']): boolean {
  return query !== undefined && fieldsOf(query).some(({ name }) => name === 'cursor');
}

const NEXT_PAGE = { Link: 'The next page, `rel="next"`; absent on the last one' };

function contentOf(
  { described, marks, method }: DescribedRoute,
  schemas: ShapeSchemas,
): ApiResponse['content'] {
  const { shape, list = false, example } = described;
  const also = Object.entries(described.also ?? {}).map(
    ([type, description]): [string, MediaType] => [
      type,
      { schema: { type: 'string', description } },
    ],
  );
  const others: Record<string, MediaType> = {
    ...Object.fromEntries(also),
    ...(list && shape && method === 'get' && { [CSV]: { schema: CSV_SCHEMA } }),
  };
  if (shape !== undefined) {
    const schema = listed(schemas.reference(shape, 'answer'), list);
    const shown = example ?? listed(exampleOf(shape, 'answer'), list);
    return { [JSON_TYPE]: { ...schemaOf(schema), example: shown }, ...others };
  }
  const type = described.type ?? (marks.produces === 'text/plain' ? marks.produces : undefined);
  return type === undefined ? undefined : { [type]: opaque(type, example), ...others };
}

const CSV_SCHEMA = {
  type: 'string',
  description: 'One row for each item, below a row with the field names',
};

/** Content without a shape. */
function opaque(type: string, example: unknown): MediaType {
  const text = type.startsWith('text/') || type === 'application/x-ndjson';
  const schema =
    type.endsWith('json') && !text ? {} : { type: 'string', ...(!text && { format: 'binary' }) };
  return { schema, ...(example !== undefined && { example }) };
}

function listed<T>(value: T, list: boolean): T | T[] {
  return list ? [value] : value;
}

function schemaOf(schema: Reference | Reference[]): { schema: MediaType['schema'] } {
  return { schema: Array.isArray(schema) ? { type: 'array', items: schema[0] } : { ...schema } };
}

function errorsOf(route: DescribedRoute): Operation['responses'] {
  const { method, taken, described } = route;
  const reasons = { ...COMMON_ERRORS, ...(method !== 'get' && WRITE_ERRORS) };
  const reads = taken.body !== undefined || taken.query !== undefined;
  const codes = {
    ...described.errors, // puts them first
    ...(reads ? FIELD_CODES : HEADER_CODES),
    ...(taken.body !== undefined && BODY_CODES),
    ...SYNTAX_CODES,
    ...described.errors, // and lets their meanings win
  };
  return {
    ...Object.fromEntries(
      Object.keys(reasons).map((status) => [
        status,
        { $ref: `#/components/responses/Error${status}` },
      ]),
    ),
    400: {
      description: `Bad Request: ${reasons[400] ?? ''}`,
      headers: { ...errorHeaders(400), ...(method !== 'get' && FAILED) },
      content: problemsContent(exampleProblem(route, codes)),
      'x-error-codes': codes,
    },
    ...(described.forbidden && {
      403: errorResponse(403, reasons[403] ?? '', described.forbidden),
    }),
  };
}

/** Headers of a refusal that is recorded as an event, such as a failed verification. */
const FAILED = {
  ETag: { $ref: '#/components/headers/ETag' },
  'X-Consistency-Token': { $ref: '#/components/headers/ConsistencyToken' },
  'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' },
};

/** An example of a problem of this route's rules, or else of its fields. */
function exampleProblem({ taken, described }: DescribedRoute, codes: ErrorCodes): object {
  const [own] = Object.entries(described.errors ?? {});
  if (own !== undefined) {
    return { type: 'VALIDATION_RULE', errorCode: own[0], message: own[1] };
  }
  const shape: Shape | undefined = taken.body?.shape ?? taken.query;
  const field = shape === undefined ? 'X-Consistency-Token' : (fieldsOf(shape)[0]?.name ?? '');
  const [errorCode] = Object.keys(codes);
  const code = errorCode !== undefined && { errorCode };
  return completed({ type: 'VALIDATION_FIELD', field, ...code });
}

/**
 * Tags of operations, in the order of the description. Each has its description and the prefixes of its paths, without parameters; the
 * longest prefix of all topics wins.
 */
export type ApiTopics = Readonly<
  Record<string, readonly [description: string, ...prefixes: string[]]>
>;

/** Returns the topic of an operation, or the first resource of its path if there is none. */
export function tagOf(path: string, topics: ApiTopics): string {
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'));
  for (let length = segments.length; length > 0; length--) {
    const prefix = segments.slice(0, length).join('/');
    const topic = Object.entries(topics).find(([, [, ...prefixes]]) => prefixes.includes(prefix));
    if (topic !== undefined) return topic[0];
  }
  return segments[0] === 'restapi' ? (segments[1] ?? '') : (segments[0] ?? '');
}

/** Describes the tags that occur. */
export function tagsOf(names: Iterable<string>, topics: ApiTopics): ApiDocument['tags'] {
  const occurring = new Set(names);
  const declared = Object.entries(topics).filter(([name]) => occurring.delete(name));
  return [
    ...declared.map(([name, [description]]) => ({ name, description })),
    ...[...occurring].map((name) => ({ name, description: `Everything under ${name}` })),
  ];
}

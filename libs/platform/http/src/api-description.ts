import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import type * as Swagger from '@nestjs/swagger';
import {
  COMMON_ERRORS,
  commonComponents,
  commonParameters,
  WRITE_ERRORS,
} from './api-components.js';
import { servicePaths } from './api-service-paths.js';
import { ShapeDescriber } from './api-shapes.js';
import { takenShapes } from './body-decorators.js';
import { describedBy } from './responds.js';
import { JSON_TYPE, marksOf, routeRules } from './route-rules.js';

/** Title and version the description carries. */
export interface ApiInfo {
  readonly title?: string;
  readonly version?: string;
}

/**
 * The OpenAPI 3 description of an application, from the code: routes from Nest, shapes from the field annotations, errors
 * and headers from the wire rules. Loads @nestjs/swagger, which takes half a second: not at start.
 */
export async function describeApi(
  app: NestFastifyApplication,
  { title = 'Brokerage Account Service', version = '1.0' }: ApiInfo = {},
): Promise<OpenAPIObject> {
  const swagger = await import('@nestjs/swagger');
  const shapes = new ShapeDescriber(swagger);
  for (const module of app.get(ModulesContainer).values()) {
    for (const { metatype } of module.controllers.values()) {
      if (typeof metatype === 'function') {
        annotate(metatype.prototype as Record<string, object>, swagger, shapes);
      }
    }
  }
  const config = new swagger.DocumentBuilder().setTitle(title).setVersion(version).build();
  const document = swagger.SwaggerModule.createDocument(app, config, {
    operationIdFactory: (controller, method) =>
      `${controller.replace(/Controller$/, '')}_${method}`,
  });
  const whole = complete(document);
  return { ...whole, paths: { ...whole.paths, ...servicePaths() } };
}

/** Adds swagger's annotations to every route of a controller. */
function annotate(
  prototype: Record<string, object>,
  swagger: typeof Swagger,
  shapes: ShapeDescriber,
): void {
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
    const handler: unknown = descriptor?.value;
    if (descriptor === undefined || typeof handler !== 'function') continue;
    const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
    if (method === undefined) continue;
    for (const decorate of decoratorsOf(prototype, name, handler, method, swagger, shapes)) {
      decorate(prototype, name, descriptor);
    }
  }
}

function decoratorsOf(
  prototype: object,
  name: string,
  handler: object,
  method: RequestMethod,
  swagger: typeof Swagger,
  shapes: ShapeDescriber,
): MethodDecorator[] {
  const { body, query } = takenShapes(prototype, name);
  const { summary, status, shape, list = false, type } = describedBy(prototype, name);
  const marks = marksOf(handler);
  const isPost = method === RequestMethod.POST;
  const answered = status ?? (isPost && shape === undefined && type === undefined ? 201 : 200);
  const text = type ?? (marks.produces === 'text/plain' ? 'text/plain' : undefined);
  const isRead = method === RequestMethod.GET;
  return [
    swagger.ApiOperation({ ...(summary !== undefined && { summary }) }),
    swagger.ApiResponse({
      status: answered,
      description: answered === 201 ? 'Created' : 'OK',
      ...(shape !== undefined && { type: shapes.describe(shape), isArray: list }),
      ...(shape === undefined &&
        text !== undefined && { content: { [text]: { schema: contentSchema(text) } } }),
      ...(shape === undefined && text === undefined && isRead && { schema: {} }),
    }),
    ...(body === undefined
      ? []
      : [swagger.ApiBody({ type: shapes.describe(body.shape), isArray: body.list })]),
    ...(marks.consumes === undefined
      ? []
      : [
          swagger.ApiConsumes(marks.consumes),
          swagger.ApiBody({ schema: { type: 'string', format: 'binary' } }),
        ]),
    ...(query === undefined ? [] : shapes.queryParameters(query)),
    ...(marks.public === true ? [swagger.ApiExtension('x-public', true)] : []),
    ...(marks.presentOnly === true ? [swagger.ApiExtension('x-present-only', true)] : []),
  ];
}

/** Schema of a body that has no shape. */
function contentSchema(type: string): object {
  if (type === JSON_TYPE) return {};
  return type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' };
}

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']> & {
  'x-public'?: true;
  'x-present-only'?: true;
};

/** Adds what holds for every operation: errors, headers, security. */
function complete(document: OpenAPIObject): OpenAPIObject {
  const common = commonComponents();
  document.components = {
    ...common,
    schemas: { ...document.components?.schemas, ...common.schemas },
  };
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const method of ['get', 'post', 'put', 'delete', 'patch'] as const) {
      const operation = operations[method] as Operation | undefined;
      if (operation === undefined) continue;
      completeOperation(operation, path, method);
      operation.tags = [tagOf(path)];
    }
  }
  return document;
}

function completeOperation(operation: Operation, path: string, method: string): void {
  const isPublic = operation['x-public'] === true;
  const hasPast = method === 'get' && !isPublic && !isPresentOnly(operation, path);
  operation.security = isPublic ? [] : [{ signature: [] }, { bearer: [] }];
  const declared = operation.parameters ?? [];
  operation.parameters = [
    ...pathParameters(path, declared),
    ...declared,
    ...commonParameters(method, hasPast),
  ];
  const errors = method === 'get' ? COMMON_ERRORS : [...COMMON_ERRORS, ...WRITE_ERRORS];
  for (const status of errors) {
    operation.responses[String(status)] ??= { $ref: `#/components/responses/Error${status}` };
  }
  for (const [status, response] of Object.entries(operation.responses)) {
    if (Number(status) >= 300 || response === undefined || '$ref' in response) continue;
    const written = method !== 'get';
    response.headers = {
      ETag: { $ref: '#/components/headers/ETag' },
      ...(hasPast && { 'X-As-Of-Position': { $ref: '#/components/headers/AsOfPosition' } }),
      ...(written && {
        Location: { $ref: '#/components/headers/Location' },
        'X-Consistency-Token': { $ref: '#/components/headers/ConsistencyToken' },
      }),
    };
  }
}

function isPresentOnly(operation: Operation, path: string): boolean {
  const marks = operation['x-present-only'] === true ? { presentOnly: true } : {};
  return routeRules(path, marks).presentOnly;
}

/** Parameters of the path that only a guard reads: Nest knows of those a method takes. */
function pathParameters(
  path: string,
  declared: NonNullable<Operation['parameters']>,
): NonNullable<Operation['parameters']> {
  const known = declared.map((parameter) => ('name' in parameter ? parameter.name : undefined));
  return [...path.matchAll(/\{(\w+)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !known.includes(name))
    .map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
}

/** Operations are grouped by the resource they are about. */
function tagOf(path: string): string {
  const [, root = '', resource = ''] = path.split('/');
  if (root === 'backoffice') return 'back office';
  return root === 'restapi' ? resource : root;
}

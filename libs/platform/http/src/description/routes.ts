import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Described, RouteMetadata, AcceptedShapes } from '../route-rules.js';
import type { Method, Parameter } from './openapi.js';

/** A controller method with its annotations. */
export interface DescribedRoute {
  readonly operationId: string;
  readonly method: Method;
  /** With parameters in braces. */
  readonly path: string;
  readonly described: Described;
  readonly taken: AcceptedShapes;
  readonly marks: RouteMetadata;
}

const METHODS: readonly Method[] = ['get', 'post', 'put', 'delete', 'patch'];

const collected = new WeakMap<object, DescribedRoute[]>();

/**
 * Collects the annotations of controller methods when their routes are registered.
 * @throws if a method has no access rule: what nobody decided is closed
 */
export function collectRoutes(fastify: FastifyInstance): void {
  const routes: DescribedRoute[] = [];
  collected.set(fastify, routes);
  fastify.addHook('onRoute', ({ config, method, url }: RouteOptions) => {
    const marks = (config ?? {}) as RouteMetadata;
    const { handledBy, described = {}, taken = {}, writesRefused } = marks;
    const known = METHODS.find((name) => name.toUpperCase() === method);
    if (handledBy === undefined || known === undefined) return;
    if (marks.callers === undefined && marks.public !== true) {
      throw new Error(`${known} ${url} has no access rule`);
    }
    const { prototype, name } = handledBy;
    routes.push({
      operationId:
        described.operationId ?? `${prototype.constructor.name.replace(/Controller$/, '')}_${name}`,
      method: known,
      path: url.replace(/:(\w+)/g, '{$1}'),
      described:
        known === 'get'
          ? described
          : { ...described, errors: { ...described.errors, ...writesRefused } },
      taken,
      marks,
    });
  });
}

/** Returns the routes of an initialised application that have a description. */
export function routesOf(app: NestFastifyApplication): readonly DescribedRoute[] {
  return collected.get(app.getHttpAdapter().getInstance()) ?? [];
}

/** Form of ids chosen by the back office. */
const FORM = '1 to 64 letters, digits or any of . _ : -, starting with a letter or digit';

const IDS: Readonly<Record<string, readonly [description: string, example: string]>> = {
  accountnumber: ['Account number, in capitals', 'RA1B2C3D4E'],
  apiKey: [
    'API key of the client: 8 to 64 letters, digits, - or _, starting with a letter or digit',
    'acme-key',
  ],
  banklinkoid: ['Id of the bank link', '4711'],
  billingplanoid: [`Id of the billing plan: ${FORM}`, '77'],
  cashtransactionoid: [`Id of the cash transaction: ${FORM}`, '9021'],
  collection: ['Id of the generation, as listed by the read model', 'folios_folio_v1_g1'],
  closingtxnid: [`Id of the transaction that closed the lot: ${FORM}`, '3002'],
  file: ['Name of the file', 'brokerage.account.opened.v1.json'],
  firmId: ['Id of the firm: 1 to 19 digits, not starting with 0', '1000000001'],
  folionumber: ['Folio number: account number, in capitals, and two digits', 'RA1B2C3D4E03'],
  id: [`Id of the item: ${FORM}`, '1'],
  mailid: ['Id of the mail', '5f0e9f7c-0001-5000-8000-000000000001'],
  name: ['Name of the read model', 'folios.folio'],
  loginid: ['Login id of the member', 'jane.doe'],
  notificationid: [`Id of the corporate action: ${FORM}`, '52001'],
  oid: [`Id of the resource: ${FORM}`, '81'],
  originatingtxnid: [`Id of the transaction that opened the lot: ${FORM}`, '3001'],
  transactionid: [`Id of the transaction: ${FORM}`, '6001'],
  webhookid: ['Id of the webhook', '5f0e9f7c-0001-5000-8000-000000000001'],
};

/** Returns the parameters of a path, which are in braces. */
export function pathParameters(path: string): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const [description = `The ${name} in the path`, example = '1'] = IDS[name] ?? [];
    return {
      name,
      in: 'path',
      required: true,
      description,
      schema: { type: 'string', minLength: 1, maxLength: 256 },
      example,
    };
  });
}

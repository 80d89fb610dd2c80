import type { CanActivate, RequestMethod, Type } from '@nestjs/common';
import {
  GUARDS_METADATA,
  INTERCEPTORS_METADATA,
  METHOD_METADATA,
  PATH_METADATA,
  PIPES_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { FastifyRequest } from 'fastify';
import type { Turn } from '#libs/platform/kernel';
import { Answer } from './answer.js';
import { Exchange, exchangeOf, findExchange, setExchange, told } from './exchange.js';
import type { Json } from './json/strict-json.js';
import { marksOf, routeRules, type RouteRules } from './route-rules.js';

/** One call of a route, on behalf of a request that carries many. */
export interface RouteCallInput {
  /** Values of the path's parameters, decoded. */
  readonly params: Readonly<Record<string, string | undefined>>;
  /** The body, read strictly; undefined for none. */
  readonly json: Json | undefined;
  readonly commandId: string;
  /** Place of its command among those of the request's other calls. */
  readonly turn?: Turn | undefined;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
}

/** Makes one argument of a controller method. */
type Argument = (input: RouteCallInput, host: ExecutionContextHost) => unknown;

type Handler = (...args: unknown[]) => unknown;

/**
 * A controller method that can be called without a request of its own: with the guards and arguments its annotations ask for,
 * as Nest would make them, so that a request which carries many bodies is decided by the very code that decides one.
 */
export class RouteCall {
  private constructor(
    readonly rules: RouteRules,
    /** The method; its own annotations can be read from it. */
    readonly handler: Handler,
    private readonly controller: object,
    private readonly guards: readonly CanActivate[],
    private readonly args: readonly Argument[],
  ) {}

  /** Path template: `/backoffice/rtgs/:oid`. */
  get template(): string {
    return this.rules.template;
  }

  /**
   * Calls the method for the caller of `request`; it sees the headers of that request.
   * @throws what the same request of its own would be answered with an error for
   */
  async call(request: object, input: RouteCallInput): Promise<Answer> {
    const inner = this.#request(exchangeOf(request), input);
    const host = new ExecutionContextHost(
      [inner],
      this.controller.constructor as Type,
      this.handler,
    );
    try {
      for (const guard of this.guards) await guard.canActivate(host);
      const args = this.args.map((make) => make(input, host));
      const answer = await this.handler.apply(this.controller, args);
      if (!(answer instanceof Answer)) throw new Error(`${this.template} answers in its own way`);
      return answer;
    } catch (error) {
      throw told(error, findExchange(inner));
    }
  }

  #request(outer: Exchange, input: RouteCallInput): object {
    const { caller, request, services, attemptedSince } = outer;
    const { json, commandId, turn, receivedAt, params } = input;
    const inner = { id: request.id, headers: request.headers, url: '', params } as FastifyRequest;
    const exchange = new Exchange(inner, this.rules, receivedAt, services);
    exchange.caller = caller;
    exchange.json = json;
    exchange.commandId = commandId;
    exchange.turn = turn;
    exchange.attemptedSince = attemptedSince;
    setExchange(inner, exchange);
    return inner;
  }

  /**
   * The routes of a controller with a method and below a path.
   * @param guards what stands for the guards that routes name
   * @throws when a route has parts that can't be had without a request
   */
  static of(
    controller: object,
    method: RequestMethod,
    below: string,
    guards: ReadonlyMap<unknown, CanActivate>,
  ): RouteCall[] {
    const type = controller.constructor as Type;
    const prototype = type.prototype as Record<string, unknown>;
    return Object.getOwnPropertyNames(prototype).flatMap((name) => {
      const handler = Object.getOwnPropertyDescriptor(prototype, name)?.value as
        Handler | undefined;
      if (typeof handler !== 'function') return [];
      if (Reflect.getMetadata(METHOD_METADATA, handler) !== method) return [];
      const template = joined(
        Reflect.getMetadata(PATH_METADATA, type) as string | undefined,
        Reflect.getMetadata(PATH_METADATA, handler) as string | undefined,
      );
      if (!template.startsWith(`${below}/`)) return [];
      for (const part of [INTERCEPTORS_METADATA, PIPES_METADATA]) {
        if (Reflect.hasMetadata(part, handler)) throw new Error(`${template} has ${part}`);
      }
      const named = (Reflect.getMetadata(GUARDS_METADATA, handler) ?? []) as unknown[];
      const own = named.map((guard) => {
        const known = guards.get(guard);
        if (known === undefined) throw new Error(`${template} has a guard of its own`);
        return known;
      });
      const rules = routeRules(template, marksOf(handler));
      return [new RouteCall(rules, handler, controller, own, argumentsOf(type, name, template))];
    });
  }
}

function joined(...parts: (string | undefined)[]): string {
  const names = parts.flatMap((part) => (part ?? '').split('/'));
  return `/${names.filter((name) => name !== '').join('/')}`;
}

interface Argued {
  readonly index: number;
  readonly data: unknown;
  /** Of an annotation of our own. */
  readonly factory?: (data: unknown, host: ExecutionContextHost) => unknown;
}

function argumentsOf(type: Type, name: string, template: string): readonly Argument[] {
  const entries = Object.entries(
    (Reflect.getMetadata(ROUTE_ARGS_METADATA, type, name) ?? {}) as Record<string, Argued>,
  );
  return entries
    .sort(([, a], [, b]) => a.index - b.index)
    .map(([key, { data, factory }]): Argument => {
      if (factory) return (_input, host) => factory(data, host);
      if (Number.parseInt(key, 10) !== (RouteParamtypes.PARAM as number)) {
        throw new Error(`${template} takes what only a request of its own has`);
      }
      return ({ params }) => params[String(data)];
    });
}

import type { FastifyRequest } from 'fastify';
import type { Turn } from '#libs/platform/kernel';
import type { Answer } from './answer.js';
import { type Body, parameter, readLenient } from './body-decorators.js';
import { contextOf, Exchange, exchangeOf, reportedError, setExchange } from './exchange.js';
import type { Json } from './json/strict-json.js';
import type { RequestContext } from './request-context.js';
import type { RouteRules, AcceptedBody } from './route-rules.js';

/** The request for one row, from its own PUT or from a request with many rows. */
export interface RowRequest<T, Parameter extends string = string> {
  /** Decoded path parameters. */
  readonly params: Readonly<Record<Parameter, string>>;
  readonly body: Body<T>;
  readonly context: RequestContext;
}

/** Makes the {@link RowRequest} of a request the only argument of a controller method. */
export function RowBody(body: AcceptedBody): (prototype: object, method: string | symbol) => void {
  const decorate = parameter({ body }, (exchange) => rowRequest(exchange, body));
  return (prototype, method) => decorate(prototype, method, 0);
}

function rowRequest(exchange: Exchange, body: AcceptedBody): RowRequest<unknown> {
  const { request } = exchange;
  return {
    params: request.params as Readonly<Record<string, string>>,
    body: readLenient(exchange, body),
    context: contextOf(request),
  };
}

/** One row of a request with many rows. */
interface CarriedRow {
  readonly rules: RouteRules;
  readonly body: AcceptedBody;
  /** Decoded path parameters. */
  readonly params: Readonly<Record<string, string | undefined>>;
  /** The parsed body; undefined for none. */
  readonly json: Json | undefined;
  readonly commandId: string;
  /** Place of the command among those of the other rows. */
  readonly turn?: Turn | undefined;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
}

/**
 * Decides a row for the caller of `request`, with its headers.
 * @throws the same errors as a request for this row alone
 */
export async function decideRow(
  request: object,
  row: CarriedRow,
  decide: (row: RowRequest<unknown>) => Promise<Answer<unknown>>,
): Promise<Answer<unknown>> {
  const outer = exchangeOf(request);
  const { id, headers } = outer.request;
  const inner = { id, headers, url: '', params: row.params } as FastifyRequest;
  const exchange = new Exchange(inner, row.rules, row.receivedAt, outer.services);
  exchange.knownCaller = outer.knownCaller;
  exchange.attemptedSince = outer.attemptedSince;
  exchange.json = row.json;
  exchange.commandId = row.commandId;
  exchange.turn = row.turn;
  setExchange(inner, exchange);
  try {
    return await decide(rowRequest(exchange, row.body));
  } catch (error) {
    throw reportedError(error, exchange);
  }
}

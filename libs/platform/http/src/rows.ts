import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Turn } from '#libs/platform/kernel';
import type { Answer } from './answer.js';
import { contextOf, Exchange, exchangeOf, setExchange } from './exchange.js';
import type { Json } from './json/strict-json.js';
import type { RequestContext } from './request-context.js';
import type { RouteRules, AcceptedBody } from './route-rules.js';
import { bodyFields, type Fields } from './validation.pipe.js';

/** The request for one row, from its own PUT or from a request with many rows. */
export interface RowRequest<T, Parameter extends string = string> {
  /** Decoded path parameters. */
  readonly params: Readonly<Record<Parameter, string>>;
  readonly body: Fields<T>;
  readonly context: RequestContext;
}

/** Parameter annotation: the {@link RowRequest} of a request. */
export const Row = createParamDecorator(
  (body: AcceptedBody, context: ExecutionContext): RowRequest<unknown> =>
    rowRequest(exchangeOf(context.getArgByIndex<object>(0)), body),
);

function rowRequest(exchange: Exchange, body: AcceptedBody): RowRequest<unknown> {
  const { request } = exchange;
  return {
    params: request.params as Readonly<Record<string, string>>,
    body: bodyFields(exchange, body),
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
export function decideRow(
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
  return decide(rowRequest(exchange, row.body));
}

import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { PartitionPlace } from '#libs/platform/kernel';
import type { Response } from './response.js';
import { contextOf, RequestState, requestStateOf, setRequestState } from './request-state.js';
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
export const TheRow = createParamDecorator(
  (body: AcceptedBody, context: ExecutionContext): RowRequest<unknown> =>
    rowRequest(requestStateOf(context.getArgByIndex<object>(0)), body),
);

function rowRequest(state: RequestState, body: AcceptedBody): RowRequest<unknown> {
  const { request } = state;
  return {
    params: request.params as Readonly<Record<string, string>>,
    body: bodyFields(state, body),
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
  readonly place?: PartitionPlace | undefined;
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
  decide: (row: RowRequest<unknown>) => Promise<Response<unknown>>,
): Promise<Response<unknown>> {
  const outer = requestStateOf(request);
  const { id, headers } = outer.request;
  const inner = { id, headers, url: '', params: row.params } as FastifyRequest;
  const state = new RequestState(inner, row.rules, row.receivedAt, outer.services);
  state.knownCaller = outer.knownCaller;
  state.admittedAt = outer.admittedAt;
  state.attemptedSince = outer.attemptedSince;
  state.json = row.json;
  state.commandId = row.commandId;
  state.place = row.place;
  setRequestState(inner, state);
  return decide(rowRequest(state, row.body));
}

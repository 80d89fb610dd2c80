import type { FastifyReply } from 'fastify';
import { isAccountNumber, isFolioNumber } from '#libs/platform/kernel';
import { AS_OF, isAsOf } from './as-of.js';
import type { Exchange } from './exchange.js';
import { fieldsOf, type Shape } from './fields/field.js';

/**
 * A request of a firm, and what came back. It has nothing that a caller wrote freely: no body, no values of a query, and of the path only
 * ids that the service gives.
 */
export interface AnsweredRequest {
  /** Null if the caller chose one that may name a person. */
  readonly requestId: string | null;
  /** Milliseconds since 1970. */
  readonly answeredAt: number;
  /** From arrival to the end of the response, or to the beginning of a live stream. */
  readonly ms: number;
  readonly method: string;
  /** The path; anything in it that is no id is the name of its parameter, in braces. Null if no route matches. */
  readonly path: string | null;
  /** Names of the query parameters that the route knows, sorted. */
  readonly parameters: readonly string[];
  /** Null if there was none, or it may name a person. */
  readonly idempotencyKey: string | null;
  readonly isDryRun: boolean;
  /** Whether the response was that of an earlier request with the same key. */
  readonly isReplayed: boolean;
  readonly status: number;
  /** Codes of the problems, or their types where they have no code; each once. */
  readonly errorCodes: readonly string[];
  /** False if it was refused before its credentials were checked, or for them: only its API key says whose it is. */
  readonly isAuthenticated: boolean;
}

/** Keeps what firms sent. */
export interface RequestLog {
  /** Never throws and never waits. */
  note(firmId: string, request: AnsweredRequest): void;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Digits are ids, unless they could be a tax id. */
const DIGITS = /^\d{1,8}$|^\d{10,19}$/;
/** Nine digits, whatever is between them: the form of a tax id. */
const TAX_ID = /(?<![0-9a-z])\d(?:[^0-9a-z]?\d){8}(?![0-9a-z])/i;

/** Returns whether part of a path is an id that the service gives, which tells nothing about a person. */
function isHarmless(text: string): boolean {
  return isAccountNumber(text) || isFolioNumber(text) || UUID.test(text) || DIGITS.test(text);
}

/** Returns a text that a caller chose, unless it may name a person: it has the form of a tax id or an e-mail address. */
function unlessPersonal(text: string): string | null {
  return UUID.test(text) || !(TAX_ID.test(text) || text.includes('@')) ? text : null;
}

function pathOf({ rules, request }: Exchange): string | null {
  if (rules === undefined) return null;
  const params = request.params as Readonly<Record<string, string>>;
  return rules.template.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name] ?? '';
    return isHarmless(value) ? value : `{${name}}`;
  });
}

/** Notes a request whose response is known, if it is known whose it is. */
export function noteRequest(exchange: Exchange, reply: FastifyReply, ms: number): void {
  const { services, knownCaller, rules, request } = exchange;
  const { requestLog, authenticator } = services;
  if (requestLog === undefined || rules?.public === true) return;
  const note = (firmId: string | undefined): void => {
    if (firmId !== undefined) requestLog.note(firmId, describe(exchange, reply, ms));
  };
  if (knownCaller !== undefined) {
    note(knownCaller.firmId);
    return;
  }
  const firm = authenticator.firmNamed?.(request.headers);
  if (firm instanceof Promise) void firm.then(note, () => undefined);
  else note(firm);
}

function describe(exchange: Exchange, reply: FastifyReply, ms: number): AnsweredRequest {
  const { request, arrivedAt, knownCaller, dryRun, errorCodes } = exchange;
  const key = request.headers['idempotency-key'];
  return {
    requestId: unlessPersonal(request.id),
    answeredAt: Math.round(arrivedAt + ms),
    ms,
    method: request.method,
    path: pathOf(exchange),
    parameters: parametersOf(exchange),
    idempotencyKey: typeof key === 'string' ? unlessPersonal(key.slice(0, 255)) : null,
    isDryRun: dryRun !== undefined,
    isReplayed: reply.getHeader('idempotent-replayed') === 'true',
    status: reply.statusCode,
    errorCodes,
    isAuthenticated: knownCaller !== undefined,
  };
}

const NO_FIELDS: Shape = Object;

function parametersOf({ rules, query }: Exchange): string[] {
  const sent = Object.keys(Object(query) as object);
  if (sent.length === 0) return [];
  const known = fieldsOf(rules?.taken?.query ?? NO_FIELDS).map(({ name }) => name);
  const named = sent.flatMap((name) =>
    isAsOf(name) ? [AS_OF] : known.filter((one) => one.toLowerCase() === name.toLowerCase()),
  );
  return [...new Set(named)].sort();
}

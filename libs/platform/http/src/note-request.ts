import type { FastifyReply } from 'fastify';
import { AS_OF, isAsOf } from './as-of.js';
import type { AnsweredRequest } from './request-log.js';
import type { RequestState } from './request-state.js';
import { fieldsOf, type Shape } from './fields/field.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Digits are ids, unless they could be a tax id. */
const DIGITS = /^\d{1,8}$|^\d{10,19}$/;
/** Nine digits, whatever is between them: the form of a tax id. */
const TAX_ID = /(?<![0-9a-z])\d(?:[^0-9a-z]?\d){8}(?![0-9a-z])/i;

/** Returns whether part of a path is an id that the service gives, which tells nothing about a person. */
function isHarmless(text: string, { services: { requestLog } }: RequestState): boolean {
  return UUID.test(text) || DIGITS.test(text) || requestLog?.isNumber(text) === true;
}

/** Returns a text that a caller chose, unless it may name a person: it has the form of a tax id or an e-mail address. */
function unlessPersonal(text: string): string | null {
  return UUID.test(text) || !(TAX_ID.test(text) || text.includes('@')) ? text : null;
}

function pathOf(state: RequestState): string | null {
  const { rules, request } = state;
  if (rules === undefined) return null;
  const params = request.params as Readonly<Record<string, string>>;
  return rules.template.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name] ?? '';
    // a login id may be somebody's number
    const isKept = name.toLowerCase() !== 'loginid' && isHarmless(value, state);
    return isKept ? value : `{${name}}`;
  });
}

/** Notes a request whose response is known, if it is known whose it is. */
export function noteRequest(state: RequestState, reply: FastifyReply, ms: number): void {
  const { services, knownCaller, rules, request } = state;
  const { requestLog, authenticator } = services;
  if (requestLog === undefined || rules?.public === true) return;
  const note = (firmId: string | undefined): void => {
    if (firmId !== undefined) requestLog.note(firmId, describe(state, reply, ms));
  };
  if (knownCaller !== undefined) {
    note(knownCaller.firmId);
    return;
  }
  const firm = authenticator.firmNamed?.(request.headers);
  if (firm instanceof Promise) void firm.then(note, () => undefined);
  else note(firm);
}

function describe(state: RequestState, reply: FastifyReply, ms: number): AnsweredRequest {
  const { request, arrivedAt, knownCaller, dryRun, errorCodes } = state;
  const key = request.headers['idempotency-key'];
  return {
    requestId: unlessPersonal(request.id),
    answeredAt: Math.round(arrivedAt + ms),
    ms,
    method: request.method,
    path: pathOf(state),
    parameters: parametersOf(state),
    idempotencyKey:
      typeof key === 'string' && key !== '' ? unlessPersonal(key.slice(0, 255)) : null,
    isDryRun: dryRun !== undefined,
    isReplayed: reply.getHeader('idempotent-replayed') === 'true',
    status: reply.statusCode,
    errorCodes,
    isAuthenticated: knownCaller !== undefined,
  };
}

const NO_FIELDS: Shape = Object;

function parametersOf({ rules, query }: RequestState): string[] {
  const sent = Object.keys(Object(query) as object);
  if (sent.length === 0) return [];
  const known = fieldsOf(rules?.taken?.query ?? NO_FIELDS).map(({ name }) => name);
  const named = sent.flatMap((name) =>
    isAsOf(name) ? [AS_OF] : known.filter((one) => one.toLowerCase() === name.toLowerCase()),
  );
  return [...new Set(named)].sort();
}

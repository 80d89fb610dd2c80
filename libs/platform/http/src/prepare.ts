import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '#libs/platform/kernel';
import { pastOf } from './as-of.js';
import { associatedMemberOf, isCaller, type Authenticator, type Caller } from './caller.js';
import { decodeConsistencyToken, encodeConsistencyToken } from './consistency.js';
import { asksForDryRun, DRY_RUN } from './dry-run.js';
import { expectedRevision } from './etag.js';
import { exchangeOf, type Exchange, type ExchangeServices } from './exchange.js';
import {
  commandIdOf,
  idempotencyKey,
  keyReused,
  keyRunning,
  requestFingerprint,
} from './idempotency.js';
import { JsonSyntaxError, parseJson } from './json/strict-json.js';
import { invalid, ProblemsException, unavailable } from './problems.js';
import { JSON_TYPE } from './route-rules.js';
import { playFault } from './sandbox-faults.js';

/** How credentials may come ([auth.signing], [auth.bearer]). */
const CHALLENGE = 'FOLIOWS, Bearer';

type Done = (error?: Error) => void;

/**
 * Fastify hook after the body has been read: who calls (401, 403), how often (429), JSON (400), the moment that
 * is asked for (400), conditions and keys in headers (400, 412, 409, 422). Stays synchronous as long as nothing has to be waited for.
 */
export function prepareHook({ dryRuns }: ExchangeServices) {
  const prepare = (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    const exchange = exchangeOf(request);
    if (Buffer.isBuffer(request.body)) exchange.rawBody = request.body;
    const proceed = (): void => {
      if (exchange.dryRun) exchange.dryRun.run(done);
      else done();
    };
    const known = (caller: Caller | undefined): void => {
      const pending = examine(exchange, reply, caller);
      if (pending === undefined) proceed();
      else pending.then(proceed, done);
    };
    try {
      if (exchange.rules?.public !== false) {
        known(undefined);
        return;
      }
      const result = authenticate(exchange);
      if (!(result instanceof Promise)) known(accepted(result));
      else result.then((found) => known(accepted(found))).catch(done);
    } catch (error) {
      done(error as Error);
    }
  };
  if (dryRuns === undefined) return prepare;
  // a request that waited for a dry run on its connection would be taken for a part of it
  return (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    dryRuns.outside(() => {
      prepare(request, reply, done);
    });
  };
}

/** Checks the credentials of a request. */
export function authenticate(exchange: Exchange): ReturnType<Authenticator['authenticate']> {
  const { request, rawBody, baseUrl, services } = exchange;
  const { method, url, headers } = request;
  const associatedMember = associatedMemberOf(headers);
  const asked = { method, url, baseUrl, headers, associatedMember, rawBody };
  return services.authenticator.authenticate(asked);
}

/** The caller, when the credentials are right. */
export function accepted(result: Caller | Problem): Caller {
  if (isCaller(result)) return result;
  if (result.type === 'FORBIDDEN') throw new ProblemsException(403, result);
  if (result.type === 'UNAVAILABLE') {
    throw unavailable(result.message ?? 'Credentials can not be checked at present.');
  }
  throw new ProblemsException(401, result, { 'www-authenticate': CHALLENGE });
}

function examine(
  exchange: Exchange,
  reply: FastifyReply,
  caller: Caller | undefined,
): Promise<void> | undefined {
  const { request, rules, services } = exchange;
  if (caller !== undefined) {
    exchange.knownCaller = caller;
    if (services.limiter) reply.headers(services.limiter.take(caller.id, exchange.arrivedAt));
    playFault(exchange);
    if (!caller.memberKnown && rules?.unknownMember !== true) {
      throw new ProblemsException(403, 'The acting member is not known.');
    }
    if (caller.associatedMemberKnown === false && rules?.checksAssociatedMember !== true) {
      throw invalid('X-Associated-Member-Id', 'The firm has no such member.');
    }
  }
  const { headers, method } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead) {
    if (asksForDryRun(headers)) beginDryRun(exchange, reply);
    readBody(exchange);
  }
  const sent = sentConsistency(headers['x-consistency-token']);
  const { newest } = services.tracker;
  exchange.present = sent !== undefined && sent > newest ? sent : newest;
  const past = request.url.includes('?') ? pastOf(exchange) : undefined;
  if (past !== undefined) {
    return past.then((point) => {
      exchange.past = point;
      reply.header('x-as-of-position', encodeConsistencyToken(point.asOf));
    });
  }
  if (isRead) return undefined;
  if (method !== 'POST') exchange.ifMatch = expectedRevision(headers);
  if (caller === undefined || (method !== 'POST' && method !== 'PUT')) return undefined;
  const key = idempotencyKey(headers['idempotency-key']);
  return key === undefined ? undefined : begin(exchange, caller, key);
}

function beginDryRun(exchange: Exchange, reply: FastifyReply): void {
  const { dryRuns } = exchange.services;
  if (dryRuns === undefined) throw new Error('the application has no dry runs');
  exchange.dryRun = dryRuns.begin();
  reply.header(DRY_RUN, 'true');
}

/** What a value of a JSON text takes in memory at most, whatever few bytes it was written with. */
const VALUE_BYTES = 200;

function readBody(exchange: Exchange): void {
  const { rules, rawBody } = exchange;
  if (rawBody.length === 0 || rules?.consumes !== JSON_TYPE) return;
  try {
    exchange.json = parseJson(rawBody, (values) => exchange.takeMemory?.(values * VALUE_BYTES));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new ProblemsException(400, rules.malformed ?? error.message);
  }
}

function sentConsistency(header: string | string[] | undefined): bigint | undefined {
  if (header === undefined) return undefined;
  const position = typeof header === 'string' ? decodeConsistencyToken(header.trim()) : undefined;
  if (position === undefined) {
    throw invalid('X-Consistency-Token', 'one token, as an answer gave it');
  }
  return position;
}

async function begin(exchange: Exchange, caller: Caller, key: string): Promise<void> {
  const { running, ledger, keys } = exchange.services;
  const commandId = commandIdOf(caller, key);
  exchange.idempotencyKey = key;
  exchange.commandId = commandId;
  if (!exchange.dryRun) exchange.release = running.enter(commandId);
  if (ledger === undefined) return;
  const { method, url, headers } = exchange.request;
  const persons = { member: caller.member, associatedMember: associatedMemberOf(headers) };
  const print = requestFingerprint(method, url, persons, exchange.rawBody);
  const { answer, since } = await ledger.look(commandId, print);
  if (answer === 'mismatch') throw keyReused();
  if (answer === 'known') {
    exchange.attemptedSince = since;
    return;
  }
  if (exchange.dryRun) return;
  let begun: Promise<void> | undefined;
  const keep = async (): Promise<void> => {
    keys?.take(caller.id, exchange.arrivedAt);
    const begun = await ledger.begin(commandId, print);
    if (begun === 'mismatch') throw keyReused();
    // another process has come first since, and may not have done yet what the key was never used for here
    if (begun === 'known') throw keyRunning();
  };
  exchange.begin = () => (begun ??= keep());
}

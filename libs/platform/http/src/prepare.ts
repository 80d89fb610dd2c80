import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mustBe, type Caller, type Problem } from '#libs/platform/kernel';
import { Response } from './response.js';
import { pastOf } from './as-of.js';
import { decodeConsistencyToken, encodeConsistencyToken } from './consistency.js';
import { expectedRevision } from './etag.js';
import { requestStateOf, type RequestState, type RequestServices } from './request-state.js';
import { idempotencyKey, keyIdOf, keyReused, KeyUse, requestFingerprint } from './idempotency.js';
import { JsonSyntaxError, parseJson } from './json/strict-json.js';
import type { Authenticator } from './options.js';
import { invalid, ProblemsException, unavailable } from './problems.js';
import { JSON_TYPE } from './route-rules.js';

/** Accepted authentication schemes ([auth.signing], [auth.bearer]). */
const REALM = 'realm="brokerage-account-service"';

type Done = (error?: Error) => void;

/**
 * Makes the Fastify hook that runs once the body is read. It checks credentials (401, 403), rate (429), JSON (400), `asOf` (400),
 * conditional headers and idempotency keys (400, 412, 409, 422). It stays synchronous unless it has to wait.
 */
export function prepareHook({ dryRuns }: RequestServices) {
  const prepare = (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    const state = requestStateOf(request);
    if (Buffer.isBuffer(request.body)) state.rawBody = request.body;
    const proceed = (): void => {
      // For the ValidationPipe. A streamed body stays.
      request.query = state;
      if (state.rules?.streams !== true) request.body = state;
      if (state.dryRun) state.dryRun.run(done);
      else done();
    };
    const continueAs = (caller: Caller | undefined): void => {
      const pending = examine(state, reply, caller);
      if (pending === undefined) proceed();
      else {
        pending.then((decided) => {
          if (decided === undefined) proceed();
          else reply.send(decided);
        }, done);
      }
    };
    try {
      if (state.rules?.public !== false) {
        continueAs(undefined);
        return;
      }
      const result = authenticate(state);
      const as = (found: Caller | Problem): void =>
        continueAs(requireCaller(found, request.headers));
      if (!(result instanceof Promise)) as(result);
      else result.then(as).catch(done);
    } catch (error) {
      done(error as Error);
    }
  };
  if (dryRuns === undefined) return prepare;
  // A request that follows a dry run on its connection would otherwise run in its async context.
  return (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    dryRuns.outside(() => {
      prepare(request, reply, done);
    });
  };
}

/** Checks the credentials of a request. */
export function authenticate(state: RequestState): ReturnType<Authenticator['authenticate']> {
  const { request, rawBody, baseUrl, services } = state;
  const { method, url, headers } = request;
  const { associatedMember } = state;
  state.admittedAt = services.authenticator.version;
  return services.authenticator.authenticate({
    method,
    url,
    baseUrl,
    headers,
    associatedMember,
    rawBody,
  });
}

/** Distinguishes the results of {@link Authenticator.authenticate}. */
export function isCaller(result: Caller | Problem): result is Caller {
  return 'roles' in result;
}

/** Returns the caller, or throws for invalid credentials. */
export function requireCaller(
  result: Caller | Problem,
  { authorization = '' }: IncomingHttpHeaders,
): Caller {
  if (isCaller(result)) return result;
  if (result.type === 'FORBIDDEN') throw new ProblemsException(403, result);
  if (result.type === 'UNAVAILABLE') {
    throw unavailable(result.message ?? 'Credentials cannot be checked at present.');
  }
  // RFC 6750, 3.1: only who sent a token learns that it is refused
  const error = /^bearer(?: |$)/i.test(authorization) ? ', error="invalid_token"' : '';
  const challenge = `FOLIOWS ${REALM}, Bearer ${REALM}${error}`;
  throw new ProblemsException(401, result, { 'www-authenticate': challenge });
}

function examine(
  state: RequestState,
  reply: FastifyReply,
  caller: Caller | undefined,
): Promise<Response<unknown> | undefined> | undefined {
  const { request, rules, services } = state;
  if (caller !== undefined) {
    state.knownCaller = caller;
    if (services.limiter) reply.headers(services.limiter.take(caller.id, state.arrivedAt));
    services.sandboxes?.playFault(state);
    if (!caller.memberKnown && rules?.unknownMember !== true) {
      throw new ProblemsException(403, 'The acting member is not known.');
    }
    if (caller.associated === 'forbidden') {
      throw new ProblemsException(403, 'A person acts for the own clients only.');
    }
    if (caller.associated === 'unknown' && rules?.checksAssociatedMember !== true) {
      throw invalid('X-Associated-Member-Id', 'The firm has no such member.');
    }
  }
  const { isRead } = state;
  const { headers, method } = request;
  if (!isRead) {
    if (asksForDryRun(headers)) beginDryRun(state, reply);
    readBody(state);
  }
  // what is public reads no model
  const sent = caller === undefined ? undefined : sentConsistency(headers['x-consistency-token']);
  const { newest } = services.tracker;
  state.present = sent !== undefined && sent > newest ? sent : newest;
  const past = request.url.includes('?') ? pastOf(state) : undefined;
  if (past !== undefined) {
    return past.then((point) => {
      state.past = point;
      reply.header('x-as-of-position', encodeConsistencyToken(point.asOf));
      return undefined;
    });
  }
  if (isRead) return undefined;
  if (method !== 'POST') state.ifMatch = expectedRevision(headers);
  if (caller === undefined || (method !== 'POST' && method !== 'PUT')) return undefined;
  const key = idempotencyKey(headers['idempotency-key']);
  return key === undefined ? undefined : lookUp(state, caller, key);
}

/** Header of a dry run, in request and response. */
const DRY_RUN = 'dry-run';

/**
 * Returns whether a request is a dry run.
 * @throws ProblemsException for a value that is neither `true` nor `false`
 */
function asksForDryRun(headers: IncomingHttpHeaders): boolean {
  const sent = headers[DRY_RUN];
  if (sent === undefined || sent === 'false') return false;
  if (sent === 'true') return true;
  const message = 'The header Dry-Run must be true or false.';
  const errorCode = 'request.malformed';
  throw new ProblemsException(400, { type: 'SYNTAX', field: 'Dry-Run', errorCode, message });
}

function beginDryRun(state: RequestState, reply: FastifyReply): void {
  const { dryRuns } = state.services;
  if (dryRuns === undefined) throw new Error('the application has no dry runs');
  state.dryRun = dryRuns.begin();
  reply.header(DRY_RUN, 'true');
}

/** Upper bound for the memory of a JSON value, however short its text. */
const VALUE_BYTES = 200;

function readBody(state: RequestState): void {
  const { rules, rawBody } = state;
  if (rawBody.length === 0 || rules?.consumes !== JSON_TYPE) return;
  try {
    state.json = parseJson(rawBody, (values) => state.reserveMemory?.(values * VALUE_BYTES));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new ProblemsException(400, rules.malformed ?? error.message);
  }
}

function sentConsistency(header: string | string[] | undefined): bigint | undefined {
  if (header === undefined) return undefined;
  const token = typeof header === 'string' ? decodeConsistencyToken(header.trim()) : undefined;
  if (token === undefined) {
    throw invalid('X-Consistency-Token', mustBe('one token, as returned in a response'));
  }
  return token.covered;
}

/**
 * Looks the key up. Returns the answer if the request was decided before; no guard or rule is asked again, since what they say may have
 * changed. @throws ProblemsException 409 or 422 for a key in use
 */
async function lookUp(
  state: RequestState,
  caller: Caller,
  key: string,
): Promise<Response<unknown> | undefined> {
  const { running, ledger, keys } = state.services;
  const { method, url } = state.request;
  const persons = { member: caller.member, associatedMember: state.associatedMember };
  const print = requestFingerprint(method, url, persons, state.rawBody);
  const keyId = keyIdOf(caller, key);
  state.idempotencyKey = key;
  state.commandId = ledger?.commandId(keyId, print) ?? keyId;
  if (!state.dryRun) state.release = running.enter(keyId, print);
  if (ledger === undefined) return undefined;
  const entry = await ledger.find(keyId, print);
  if (entry.use === 'other') throw keyReused();
  if (entry.use === 'decided') return Response.again(entry.answer);
  if (entry.use === 'begun') state.attemptedSince = entry.since;
  else if (entry.freed) state.attemptedSince = undefined;
  if (state.dryRun) return undefined;
  state.keyUse = new KeyUse(ledger, keyId, print, entry, () => {
    keys?.take(caller.id, state.arrivedAt);
  });
  return undefined;
}

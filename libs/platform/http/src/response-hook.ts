import { Readable } from 'node:stream';
import type { FastifyReply, preSerializationHookHandler } from 'fastify';
import {
  notFound,
  type PastPoint,
  type Problem,
  RefusedException,
  wireTimestamp,
} from '#libs/platform/kernel';
import { Response } from './response.js';
import type { DryRun } from './options.js';
import { type RequestState, findRequestState } from './request-state.js';
import { ProblemsException } from './problems.js';
import type { DisclosureLedger } from './request-context.js';
import { closeWhenStopping, type Payload, payloadOf } from './respond.js';

/**
 * The Fastify hook that turns what a controller returned into status, headers and body. It is the step after the controller, where Nest
 * has interceptors; as one it would cost a quarter of a read ([0006]).
 */
export const answerHook: preSerializationHookHandler = (request, reply, result, done) => {
  const state = findRequestState(request);
  clearTimeout(state?.patience);
  try {
    if (state && state.stray.length > 0) {
      refuse(new ProblemsException(400, state.stray), result);
    }
    if (state?.existsSince) refuse(notYetExisting(state.existsSince), result);
    if (state?.past && result instanceof Response) disclosePast(state, state.past);
    if (state && result instanceof Response) countFailure(state, result);
    const pending = state && lastSteps(state, result);
    if (pending === undefined) done(null, sent(reply, result));
    else
      pending
        .then((answer) => {
          done(null, sent(reply, answer));
        })
        .catch(done);
  } catch (error) {
    done(error as Error);
  }
};

/** A failure that is recorded as an event is refused like any other. */
function countFailure({ requestId, services }: RequestState, answer: Response<unknown>): void {
  const { status, body, isRepeated } = answer;
  if (status < 400 || isRepeated) return;
  services.concluded(new ProblemsException(status, body as readonly Problem[]), requestId);
}

/** What has to happen before the answer is sent; undefined for nothing. Resolves to the answer. */
function lastSteps(state: RequestState, result: unknown): Promise<unknown> | undefined {
  const { dryRun, keyUse } = state;
  const isResponse = result instanceof Response && !(result.body instanceof Readable);
  if (isResponse && dryRun) return wouldBe(result, state, dryRun);
  if (isResponse && keyUse) return keyUse.conclude(result).then((decided) => decided ?? result);
  return recordDisclosures(state)?.then(() => result);
}

/** `null`, not `undefined`, for an empty body: Fastify would send the result itself. */
function sent(reply: FastifyReply, result: unknown): Payload | null {
  if (result instanceof Response) return payloadOf(reply, result) ?? null;
  closeWhenStopping(reply, findRequestState(reply.request));
  return JSON.stringify(result);
}

/** Describes what the response would be, and what would happen. A failure that is recorded as an event stays a failure. */
async function wouldBe(
  answer: Response<unknown>,
  { baseUrl }: RequestState,
  dryRun: DryRun,
): Promise<Response<unknown>> {
  const { status, body = null, parts } = answer;
  if (status >= 400) return answer.unwritten;
  return Response.ok({
    wouldAnswer: status,
    location: parts.path === undefined ? null : `${baseUrl}${parts.path}`,
    body,
    replayed: answer.isRepeated,
    wouldDo: await dryRun.events(),
  });
}

/** Reported only now that the caller is known to have access to the later state ([request.as-of.before]). */
function notYetExisting(since: string): RefusedException {
  const message = `It did not exist at the moment of asOf: it has existed since ${wireTimestamp(since)}.`;
  return new RefusedException(notFound(message));
}

function refuse(refusal: Error, answer: unknown): never {
  if (answer instanceof Response && answer.body instanceof Readable) answer.body.destroy();
  throw refusal;
}

function recordDisclosures(state: RequestState): Promise<void> | undefined {
  const { disclosures } = state;
  return disclosures && ledgerOf(state).record(state, disclosures);
}

/** Past states are sensitive. */
function disclosePast(state: RequestState, { at }: PastPoint): void {
  const params = state.request.params as Readonly<Record<string, string>>;
  const subject = ledgerOf(state).subjectOf(params, state.knownCaller?.firmId);
  state.disclose({ kind: 'asOf', subjects: [subject], asOf: at });
}

function ledgerOf({ services: { disclosures: ledger } }: RequestState): DisclosureLedger {
  if (ledger === undefined) throw new Error('there is no ledger of sensitive reads');
  return ledger;
}

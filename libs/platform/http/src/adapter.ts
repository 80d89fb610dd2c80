import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { notFound, type PastPoint, wireTimestamp } from '#libs/platform/kernel';
import { Answer } from './answer.js';
import type { DryRun } from './dry-run.js';
import { type Exchange, findExchange } from './exchange.js';
import { type ProblemsException, RefusedException } from './problems.js';
import { WHOLE_LOG } from './request-context.js';
import { closeWhenStopping, sendAnswer } from './respond.js';

/**
 * Nest's Fastify adapter with this service's ways of answering: controllers may return an {@link Answer}, and unknown
 * routes and errors are the application's, not Nest's.
 */
export class HttpAdapter extends FastifyAdapter {
  override reply(
    response: FastifyReply | ServerResponse,
    body: unknown,
    statusCode?: number,
  ): FastifyReply {
    if ('request' in response) {
      const exchange = findExchange(response.request);
      if (exchange?.unusable) refuse(exchange.unusable, body);
      if (exchange?.thereSince) refuse(notThereYet(exchange.thereSince), body);
      if (exchange?.past && body instanceof Answer) disclosePast(exchange, exchange.past);
      if (exchange?.dryRun && body instanceof Answer && !(body.body instanceof Readable)) {
        return this.#sendDryRun(response, body, exchange, exchange.dryRun) as never;
      }
      const recorded = exchange && recordDisclosures(exchange);
      if (recorded) {
        // Nest awaits what is answered here, and a ledger that can't be written to ends in its filters
        return recorded.then(() => this.#send(response, body, statusCode)) as never;
      }
      return this.#send(response, body, statusCode);
    }
    return super.reply(response, body, statusCode);
  }

  #send(response: FastifyReply, body: unknown, statusCode?: number): FastifyReply {
    if (body instanceof Answer) return sendAnswer(response, body);
    closeWhenStopping(response, findExchange(response.request));
    return super.reply(response, body, statusCode);
  }

  /** What the request would be answered, and what would happen; a failure that leaves events is a failure here, too. */
  async #sendDryRun(
    response: FastifyReply,
    answer: Answer<unknown>,
    { baseUrl }: Exchange,
    dryRun: DryRun,
  ): Promise<FastifyReply> {
    const { status, body = null, parts } = answer;
    if (status >= 400) return this.#send(response, answer.unwritten);
    const told = {
      wouldAnswer: status,
      location: parts.path === undefined ? null : `${baseUrl}${parts.path}`,
      body,
      replayed: parts.written?.repeated === true,
      wouldDo: await dryRun.events(),
    };
    return this.#send(response, Answer.ok(told));
  }

  override setErrorHandler(): FastifyInstance {
    return this.getInstance<FastifyInstance>();
  }

  override setNotFoundHandler(): FastifyInstance {
    return this.getInstance<FastifyInstance>();
  }
}

/** What a read of the past is refused with, now that it is clear that the caller may see what came later ([request.as-of.before]). */
function notThereYet(since: string): ProblemsException {
  const message = `It did not exist at the moment of asOf: it has existed since ${wireTimestamp(since)}.`;
  return new RefusedException(notFound(message));
}

/** Refuses a read once it is clear that there is something to read: its query can't be used, or it was not there yet. */
function refuse(refusal: ProblemsException, answer: unknown): never {
  if (answer instanceof Answer && answer.body instanceof Readable) answer.body.destroy();
  throw refusal;
}

/** Records what a finished answer shows; undefined when it shows nothing sensitive. */
function recordDisclosures(exchange: Exchange): Promise<void> | undefined {
  const { disclosures, services } = exchange;
  if (disclosures === undefined) return undefined;
  if (services.disclosures === undefined) throw new Error('there is no ledger of sensitive reads');
  return services.disclosures.record(exchange, disclosures);
}

/** Whose a resource is, by the parameters of its path. The first that is there counts. */
const SUBJECTS = { accountnumber: 'account', loginid: 'member', firmId: 'firm' } as const;

/** An answer of the past is a sensitive one: of the resource in the path, else of what the caller's firm sees. */
function disclosePast(exchange: Exchange, { at }: PastPoint): void {
  const { request, knownCaller } = exchange;
  const params = request.params as Readonly<Record<string, string>>;
  const [found] = Object.entries(SUBJECTS).flatMap(([parameter, kind]) =>
    params[parameter] === undefined ? [] : [`${kind}:${params[parameter]}`],
  );
  const ofFirm = knownCaller?.firmId === undefined ? WHOLE_LOG : `firm:${knownCaller.firmId}`;
  exchange.disclose({ kind: 'asOf', subjects: [found ?? ofFirm], asOf: at });
}

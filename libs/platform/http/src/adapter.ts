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

/** A Fastify adapter that accepts an {@link Answer} from controllers, and leaves unknown routes and errors to the application. */
export class HttpAdapter extends FastifyAdapter {
  override reply(
    response: FastifyReply | ServerResponse,
    body: unknown,
    statusCode?: number,
  ): FastifyReply {
    if ('request' in response) {
      const exchange = findExchange(response.request);
      if (exchange?.unusable) refuse(exchange.unusable, body);
      if (exchange?.existsSince) refuse(notYetExisting(exchange.existsSince), body);
      if (exchange?.past && body instanceof Answer) disclosePast(exchange, exchange.past);
      if (exchange?.dryRun && body instanceof Answer && !(body.body instanceof Readable)) {
        return this.#sendDryRun(response, body, exchange, exchange.dryRun) as never;
      }
      const recorded = exchange && recordDisclosures(exchange);
      if (recorded) {
        // Nest awaits the promise, and passes its error to the filters.
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

  /** Sends what the response would be, and what would happen. A failure that is recorded as an event is sent as a failure. */
  async #sendDryRun(
    response: FastifyReply,
    answer: Answer<unknown>,
    { baseUrl }: Exchange,
    dryRun: DryRun,
  ): Promise<FastifyReply> {
    const { status, body = null, parts } = answer;
    if (status >= 400) return this.#send(response, answer.unwritten);
    const outcome = {
      wouldAnswer: status,
      location: parts.path === undefined ? null : `${baseUrl}${parts.path}`,
      body,
      replayed: parts.written?.repeated === true,
      wouldDo: await dryRun.events(),
    };
    return this.#send(response, Answer.ok(outcome));
  }

  override setErrorHandler(): FastifyInstance {
    return this.getInstance<FastifyInstance>();
  }

  override setNotFoundHandler(): FastifyInstance {
    return this.getInstance<FastifyInstance>();
  }
}

/** Reported only now that the caller is known to have access to the later state ([request.as-of.before]). */
function notYetExisting(since: string): ProblemsException {
  const message = `It did not exist at the moment of asOf: it has existed since ${wireTimestamp(since)}.`;
  return new RefusedException(notFound(message));
}

function refuse(refusal: ProblemsException, answer: unknown): never {
  if (answer instanceof Answer && answer.body instanceof Readable) answer.body.destroy();
  throw refusal;
}

function recordDisclosures(exchange: Exchange): Promise<void> | undefined {
  const { disclosures, services } = exchange;
  if (disclosures === undefined) return undefined;
  if (services.disclosures === undefined) throw new Error('there is no ledger of sensitive reads');
  return services.disclosures.record(exchange, disclosures);
}

/** Kinds of subjects by path parameter. The first one present counts. */
const SUBJECTS = { accountnumber: 'account', loginid: 'member', firmId: 'firm' } as const;

/** Past states are sensitive. The subject is the resource in the path, or else the caller's firm. */
function disclosePast(exchange: Exchange, { at }: PastPoint): void {
  const { request, knownCaller } = exchange;
  const params = request.params as Readonly<Record<string, string>>;
  const [found] = Object.entries(SUBJECTS).flatMap(([parameter, kind]) =>
    params[parameter] === undefined ? [] : [`${kind}:${params[parameter]}`],
  );
  const ofFirm = knownCaller?.firmId === undefined ? WHOLE_LOG : `firm:${knownCaller.firmId}`;
  exchange.disclose({ kind: 'asOf', subjects: [found ?? ofFirm], asOf: at });
}

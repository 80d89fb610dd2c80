import type { FastifyRequest } from 'fastify';
import {
  addMilliseconds,
  businessDate,
  endOfBusinessDay,
  isLocalDate,
  parseTimestamp,
  type PastPoint,
  type Timestamp,
  timestampOf,
} from '#libs/platform/kernel';
import { decodeConsistencyToken } from './consistency.js';
import type { AskedMoment, Exchange, Moments } from './exchange.js';
import { invalid, ProblemsException, repeatedParameter } from './problems.js';

/** Query parameter of every GET of event-sourced data ([request.as-of]), in any letter case. */
export const AS_OF = 'asOf';

const NAME = AS_OF.toLowerCase();

type PathParameters = Readonly<Record<string, string>>;

/** Whether a query parameter is {@link AS_OF}. */
export function isAsOf(parameter: string): boolean {
  return parameter.toLowerCase() === NAME;
}

/** The text of `asOf` in a query; undefined without one. Ends the request with 400 when there are several. */
function asOfText(request: FastifyRequest): string | undefined {
  const query = request.query as Readonly<Record<string, string | readonly string[]>>;
  const values = Object.keys(query)
    .filter(isAsOf)
    .flatMap((name) => query[name] ?? []);
  if (values.length > 1) throw new ProblemsException(400, repeatedParameter(AS_OF));
  return values[0];
}

/**
 * The moment of the past that a request asks for; undefined without `asOf`.
 * @throws ProblemsException 400 on `asOf`: SYNTAX when there are several; VALIDATION_FIELD when it is no timestamp, date or token, in the future, or where nothing is read of the past
 */
export function pastOf(exchange: Exchange): Promise<PastPoint> | undefined {
  const { request, rules, services } = exchange;
  const { moments } = services;
  if (rules?.public !== false) return undefined;
  const text = asOfText(request);
  if (text === undefined) return undefined;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead) throw invalid(AS_OF, 'Only a read has a past.');
  if (moments === undefined || rules.presentOnly)
    throw invalid(AS_OF, 'This is of the present only.');
  exchange.asOf = text;
  return found(moments, text, exchange);
}

/** The log's times are those of the clock of all; what is asked and answered is by the clock of the caller's firm, or of the path's. */
async function found(moments: Moments, text: string, exchange: Exchange): Promise<PastPoint> {
  const { knownCaller, arrivedAt, request, services } = exchange;
  const { sandboxes } = services;
  const firmId = knownCaller?.firmId ?? (await sandboxes?.firmOf(request.params as PathParameters));
  const now = timestampOf(arrivedAt + (sandboxes?.ahead(firmId) ?? 0));
  const asked = readAsOf(text.trim(), now);
  const time = 'time' in asked ? asked.time : undefined;
  const point = await moments.find(
    time === undefined || !sandboxes ? asked : { time: sandboxes.recordedWhen(firmId, time) },
    exchange.receivedAt,
  );
  if (point === undefined) throw invalid(AS_OF, 'It lies in the future.');
  const shown = (recorded: string): string => sandboxes?.shownWhen(firmId, recorded) ?? recorded;
  const notYet = (recorded: string): void => {
    const since = shown(recorded);
    const { thereSince = since } = exchange;
    exchange.thereSince = since > thereSince ? since : thereSince;
  };
  return { ...point, at: time ?? shown(point.at), notYet };
}

/** A date alone stands for its end in New York; that of today, for the moment of the request. */
function readAsOf(text: string, now: Timestamp): AskedMoment {
  // A plus that is not percent-encoded arrives as a blank.
  const time = parseTimestamp(text.replace(/ (?=[\d:]+$)/, '+'));
  if (time !== undefined) return { time };
  if (isLocalDate(text)) {
    return { time: text === businessDate(now) ? now : addMilliseconds(endOfBusinessDay(text), -1) };
  }
  const position = decodeConsistencyToken(text);
  if (position !== undefined) return { position };
  throw invalid(AS_OF, 'It is a timestamp with offset, a date, or a consistency token.');
}

import {
  addMilliseconds,
  businessDate,
  endOfBusinessDay,
  isLocalDate,
  parseTimestamp,
  type PastPoint,
  type Timestamp,
  timestampOf,
  wireTimestamp,
  mustBe,
} from '#libs/platform/kernel';
import { decodeConsistencyToken } from './consistency.js';
import {
  type RequestState,
  requestStateOf,
  type Moments,
  type RequestedMoment,
} from './request-state.js';
import { invalid, ProblemsException, repeatedParameter } from './problems.js';

/** Query parameter of every GET of event-sourced data ([request.as-of]). Its letter case doesn't matter. */
export const AS_OF = 'asOf';

const NAME = AS_OF.toLowerCase();

type PathParameters = Readonly<Record<string, string>>;

/** Returns whether a query parameter is {@link AS_OF}. */
export function isAsOf(parameter: string): boolean {
  return parameter.toLowerCase() === NAME;
}

function asOfText(sent: RequestState): string | undefined {
  const query = sent.query as Readonly<Record<string, string | readonly string[]>>;
  const values = Object.keys(query)
    .filter(isAsOf)
    .flatMap((name) => query[name] ?? []);
  if (values.length > 1) throw new ProblemsException(400, repeatedParameter(AS_OF));
  return values[0];
}

/**
 * Returns the moment of `asOf`; undefined without one.
 * @throws ProblemsException 400: SYNTAX if it is repeated; VALIDATION_FIELD if it is invalid, in the future, or not supported here
 */
export function pastOf(state: RequestState): Promise<PastPoint> | undefined {
  const { rules, services } = state;
  const { moments } = services;
  if (rules?.public !== false) return undefined;
  const text = asOfText(state);
  if (text === undefined) return undefined;
  if (!state.isRead) throw invalid(AS_OF, 'Only reads accept it.');
  if (moments === undefined || rules.presentOnly) {
    throw invalid(AS_OF, 'This resource has no past states.');
  }
  state.asOf = text;
  return findMoment(moments, { name: AS_OF, text }, state);
}

/**
 * Returns the moment that a parameter names in the form of `asOf`, for reads of the log itself.
 * @throws ProblemsException 400 if it is invalid, or in the future
 */
export function pointAt(request: object, name: string, text: string): Promise<PastPoint> {
  const state = requestStateOf(request);
  const { moments } = state.services;
  if (moments === undefined) throw invalid(name, 'This resource has no past states.');
  return findMoment(moments, { name, text }, state);
}

interface Named {
  readonly name: string;
  readonly text: string;
}

/** The log has real times; request and response have the clock of the caller's firm, or else of the firm in the path. */
async function findMoment(moments: Moments, named: Named, state: RequestState): Promise<PastPoint> {
  const { knownCaller, arrivedAt, request, services } = state;
  const { firms } = services.clock;
  const firmId =
    knownCaller?.firmId ?? (await services.sandboxes?.firmOf(request.params as PathParameters));
  const now = timestampOf(arrivedAt + (firms?.leadMs(firmId) ?? 0));
  const moment = readMoment(named, now);
  const time = 'time' in moment ? moment.time : undefined;
  const point = await moments.find(
    time === undefined || !firms ? moment : { time: firms.recordedWhen(firmId, time) },
    state.receivedAt,
  );
  if (point === undefined) throw invalid(named.name, future(named.text.trim()));
  const shown = (recorded: string): string => firms?.shownWhen(firmId, recorded) ?? recorded;
  const notYet = (recorded: string): void => {
    const since = shown(recorded);
    const { existsSince = since } = state;
    state.existsSince = since > existsSince ? since : existsSince;
  };
  return { ...point, at: time ?? shown(point.at), notYet };
}

function future(text: string): string {
  if (!isLocalDate(text)) return 'It lies in the future.';
  return `It lies in the future: the day ends at ${wireTimestamp(endOfBusinessDay(text))}, at midnight in New York.`;
}

/** A date stands for its end in New York; today's date for the time of the request. */
function readMoment(named: Named, now: Timestamp): RequestedMoment {
  const text = named.text.trim();
  // A plus that is not percent-encoded is decoded to a blank.
  const time = parseTimestamp(text.replace(/ (?=[\d:]+$)/, '+'));
  if (time !== undefined) return { time };
  if (isLocalDate(text)) {
    return { time: text === businessDate(now) ? now : addMilliseconds(endOfBusinessDay(text), -1) };
  }
  const token = decodeConsistencyToken(text);
  if (token !== undefined) return { position: token.own };
  throw invalid(named.name, mustBe('a timestamp with offset, a date, or a consistency token'));
}

import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { accountDocuments } from '#libs/contexts/accounts';
import { memberDocuments } from '#libs/contexts/members';
import {
  type ArrivedRequest,
  FAULT,
  FAULT_HEADER,
  FAULTS,
  invalid,
  ProblemsException,
  type Sandboxes,
  unavailable,
} from '#libs/platform/http';
import { joinAlternatives, mustBe } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { SandboxClocks } from '../clock.facts.js';

const SENT_AS = FAULT_HEADER.toLowerCase();
const KEY = 'idempotency-key';
const RETRY_AFTER = { 'retry-after': '1' };
/** A request without an `Idempotency-Key` that is sent again this much later fails anew, in milliseconds. */
const REMEMBERED_MS = 60_000;
const MOST_REMEMBERED = 10_000;

/** What each request asks about sandboxes ([sandbox.time]), and the faults that they request ([sandbox.faults]). */
@Injectable()
export class SandboxRequests implements Sandboxes {
  /** How often a request has failed, and when last; the oldest first. */
  readonly #played = new Map<string, { readonly times: number; readonly at: number }>();

  constructor(
    private readonly clocks: SandboxClocks,
    private readonly readModels: ReadModels,
  ) {}

  /**
   * A request fails once, or `times`, so that sending it again shows how a client recovers. Each process counts for itself. Headers of
   * other callers are ignored.
   */
  playFault(state: ArrivedRequest): void {
    const fault = state.request.headers[SENT_AS];
    if (fault === undefined || !this.clocks.has(state.knownCaller?.firmId)) return;
    const [, kind, times = '1'] = FAULT.exec(String(fault)) ?? [];
    if (kind === undefined) throw invalid(FAULT_HEADER, mustBe(joinAlternatives(FAULTS)));
    if (!this.#takes(state, Number(times))) return;
    if (kind === '429') throw new ProblemsException(429, 'Too many requests.', RETRY_AFTER);
    if (kind === '503') throw unavailable('The sandbox plays an outage.');
    state.losesAnswer = true;
  }

  async firmOf({
    accountnumber,
    loginid,
  }: Readonly<Record<string, string>>): Promise<string | undefined> {
    if (accountnumber !== undefined) {
      return (await this.readModels.of(accountDocuments).get(accountnumber))?.firmId;
    }
    if (loginid === undefined) return undefined;
    return (await this.readModels.of(memberDocuments).get(loginid))?.firmId;
  }

  /** Counts a request, and returns whether it still fails. */
  #takes(state: ArrivedRequest, most: number): boolean {
    const {
      request: { headers },
      arrivedAt: at,
    } = state;
    const request = identityOf(state);
    const known = this.#played.get(request);
    const counts =
      known !== undefined && (headers[KEY] !== undefined || at - known.at < REMEMBERED_MS);
    const times = counts ? known.times + 1 : 1;
    if (times > most) return false;
    this.#played.delete(request);
    this.#played.set(request, { times, at });
    const [oldest] = this.#played.keys();
    if (this.#played.size > MOST_REMEMBERED && oldest !== undefined) this.#played.delete(oldest);
    return true;
  }
}

/** Identifies a request that is sent again: by its `Idempotency-Key`, or else by what it asks for. */
function identityOf({ request, rawBody, knownCaller, associatedMember }: ArrivedRequest): string {
  const { method, url, headers } = request;
  const { [KEY]: key, [SENT_AS]: fault } = headers;
  const what = key ?? [
    method,
    url,
    knownCaller?.member,
    associatedMember,
    rawBody.toString('base64'),
  ];
  return createHash('sha256')
    .update(JSON.stringify([knownCaller?.id, fault, what]))
    .digest('base64');
}

import { Inject, Injectable } from '@nestjs/common';
import { accountDocuments, AccountIndex } from '#libs/contexts/accounts';
import { Timelines } from '#libs/contexts/audit';
import { hasPendingCash } from '#libs/contexts/cash';
import { folioDocuments, FOLIOS_OF_ACCOUNT } from '#libs/contexts/folios';
import { memberDecider, trusteeDecider } from '#libs/contexts/members';
import { AggregateStore, type EventStore } from '#libs/platform/event-store';
import { isLoginId } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { EVENT_STORE, PLATFORM, type Platform } from '#libs/platform/service';
import { Subject } from '#libs/contexts/codes';
import { type AccountFacts, type Hold, holdOf } from './hold.js';

/** A member or trustee. */
export interface Person {
  readonly loginId: string;
  readonly firmId: string;
  readonly stream: string;
}

/** Numbers of the accounts that a person owns or has a permission on, each once, as of a log position or later. */
export async function* accountsOf(
  readModels: ReadModels,
  { loginId, firmId }: Pick<Person, 'loginId' | 'firmId'>,
  atLeast: bigint,
): AsyncGenerator<string> {
  const seen = new Set<string>();
  for (const selection of [
    { index: AccountIndex.Owner, equals: [loginId] },
    { index: AccountIndex.Holder, equals: [firmId, loginId] },
  ]) {
    const accounts = readModels.of(accountDocuments).each(selection, atLeast);
    for await (const { accountNumber } of accounts) {
      if (!seen.has(accountNumber)) yield accountNumber;
      seen.add(accountNumber);
    }
  }
}

/** Determines how long the data of a person must be kept. */
@Injectable()
export class Retention {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly readModels: ReadModels,
    private readonly timelines: Timelines,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  /** The member or trustee with a login id, from the log. */
  async person(loginId: string): Promise<Person | undefined> {
    if (!isLoginId(loginId)) return undefined;
    const [{ state: member }, { state: trustee }] = await Promise.all([
      this.aggregates.load(memberDecider, loginId),
      this.aggregates.load(trusteeDecider, loginId),
    ]);
    const firmId = member.member?.firmOid ?? trustee.trustee?.firmOid;
    if (firmId === undefined) return undefined;
    const stream = AggregateStore.stream(member.member ? memberDecider : trusteeDecider, loginId);
    return { loginId, firmId, stream };
  }

  /** The hold of a person as of the log's newest event. */
  async hold({ loginId, firmId, stream }: Person): Promise<Hold> {
    const head = await this.store.head();
    const facts: AccountFacts[] = [];
    for await (const accountNumber of accountsOf(this.readModels, { loginId, firmId }, head)) {
      facts.push({
        accountNumber,
        lastEventAt: await this.#lastOn(Subject.account(accountNumber), head),
        hasPositions: await this.#hasPositions(accountNumber, head),
        hasPendingCash: await hasPendingCash(this.readModels, accountNumber, head),
      });
    }
    const own = [await this.#lastOf(stream), await this.#lastOn(Subject.member(loginId), head)];
    return holdOf(own, facts, this.platform.config.retentionYears);
  }

  async #hasPositions(accountNumber: string, atLeast: bigint): Promise<boolean> {
    const options = { index: FOLIOS_OF_ACCOUNT, equals: [accountNumber], limit: 100 };
    const { items } = await this.readModels.of(folioDocuments).find(options, atLeast);
    return items.some(({ positions }) => positions.length > 0);
  }

  async #lastOn(subject: string, atLeast: bigint): Promise<string | undefined> {
    const newest = await this.timelines.newest(subject, atLeast);
    return newest && this.#lastOf(newest.stream, newest.revision);
  }

  /** Time of an event of a stream, by default the newest. */
  async #lastOf(stream: string, revision?: number): Promise<string | undefined> {
    const place = revision === undefined ? {} : { from: revision };
    const newest = this.store.readStream(stream, { ...place, direction: 'backwards', max: 1 });
    for await (const { metadata } of newest) return metadata['at'] as string;
    return undefined;
  }
}

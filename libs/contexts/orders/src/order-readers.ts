import { Injectable } from '@nestjs/common';
import { account, type AccountCaller, mayDo } from '#libs/contexts/accounts';
import { type Member, memberDecider, memberDocuments } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import { isLoginId, type PastPoint } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';

/** Who may read which orders of a member, by the log as it is at the time of the call. */
@Injectable()
export class OrderReaders {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly readModels: ReadModels,
  ) {}

  /**
   * Firm and advisor of the member with a login id; undefined when there is none. What is answered never changes.
   * @param past told when the member was not there yet
   */
  async member(
    loginId: string,
    past: PastPoint | undefined,
  ): Promise<Pick<Member, 'firmOid' | 'advisorLoginId'> | undefined> {
    if (!isLoginId(loginId)) return undefined;
    const { member } = (await this.aggregates.load(memberDecider, loginId)).state;
    if (member && past) await this.readModels.of(memberDocuments).shown(loginId, past);
    return member;
  }

  /** The accounts among these whose orders the caller may read, by the permissions of now ([permission.codes]). */
  async readable(
    accountNumbers: Iterable<string>,
    caller: AccountCaller,
  ): Promise<ReadonlySet<string>> {
    const readable = new Set<string>();
    for (const accountNumber of new Set(accountNumbers)) {
      const { state } = await this.aggregates.load(account, accountNumber);
      if (state.opened && mayDo('details', state, caller) === 'ok') readable.add(accountNumber);
    }
    return readable;
  }
}

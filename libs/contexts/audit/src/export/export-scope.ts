import { Subject } from '#libs/platform/event-store';
import { Injectable } from '@nestjs/common';
import { accountDocuments, AccountIndex } from '#libs/contexts/accounts';
import { firmDocuments, memberDocuments, trusteeDocuments } from '#libs/contexts/members';
import { RefusedException } from '#libs/platform/http';
import { notFound } from '#libs/platform/kernel';
import type { ExportScope } from '#libs/platform/proof';
import { type ReadModelDefinition, ReadModels } from '#libs/platform/read-models';
import { Timelines } from '../history/timelines.js';

/** Which streams an export has. */
@Injectable()
export class ExportStreams {
  constructor(
    private readonly readModels: ReadModels,
    private readonly timelines: Timelines,
  ) {}

  /** @throws RefusedException 404 when there is no such account, member or firm */
  async requireKnown({ account, member, firm }: ExportScope, atLeast: bigint): Promise<void> {
    const known = (definition: ReadModelDefinition, id: string): Promise<unknown> =>
      this.readModels.of(definition).get(id, atLeast);
    const found =
      account !== undefined
        ? await known(accountDocuments, account)
        : member !== undefined
          ? ((await known(memberDocuments, member)) ?? (await known(trusteeDocuments, member)))
          : firm === undefined || (await known(firmDocuments, firm));
    if (found === undefined) throw new RefusedException(notFound());
  }

  /** Names of the streams, each once; those of one account, member or firm in the order they began. */
  async *of(scope: ExportScope, atLeast: bigint): AsyncGenerator<string> {
    for await (const owner of this.#owners(scope, atLeast)) {
      yield* this.timelines.streams(owner, atLeast);
    }
  }

  async *#owners({ account, member, firm }: ExportScope, atLeast: bigint): AsyncGenerator<string> {
    if (account !== undefined) yield Subject.account(account);
    if (member !== undefined) yield Subject.member(member);
    if (firm === undefined) return;
    yield Subject.firm(firm);
    const accounts = { index: AccountIndex.Firm, equals: [firm] };
    for await (const one of this.readModels.of(accountDocuments).each(accounts, atLeast)) {
      yield Subject.account(one.accountNumber);
    }
    const persons = { index: 'byFirm', equals: [firm] };
    for (const people of [memberDocuments, trusteeDocuments]) {
      const found = this.readModels.of<{ loginId: string }>(people).each(persons, atLeast);
      for await (const { loginId } of found) yield Subject.member(loginId);
    }
  }
}

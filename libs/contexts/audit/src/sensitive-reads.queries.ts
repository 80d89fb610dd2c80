import { Injectable } from '@nestjs/common';
import { accountDocuments } from '#libs/contexts/accounts';
import { memberDocuments, trusteeDocuments } from '#libs/contexts/members';
import {
  cursorOf,
  type FindOptions,
  InvalidCursorError,
  type Page,
  ReadModels,
  valuesOfCursor,
} from '#libs/platform/read-models';
import { Subject } from '#libs/contexts/codes';
import { WHOLE_LOG } from './audit.events.js';
import {
  READS_BY_TIME,
  READS_OF_SUBJECT,
  type SensitiveReadDocument,
  sensitiveReadDocuments,
} from './sensitive-reads.document.js';
import type { SensitiveReadsQuery } from './sensitive-reads.dto.js';

/** At most one of them; with none, all reads match. */
type Concerned = Pick<SensitiveReadsQuery, 'account' | 'member' | 'firm'>;

/** Where the next page continues in the reads of a subject: after a cursor, at the `first` read, or nowhere (`over`). */
type Place = { readonly after: string } | 'first' | 'over';

/** The ledger of sensitive reads, by the account, member or firm they concern. */
@Injectable()
export class ReadsConcerning {
  constructor(private readonly readModels: ReadModels) {}

  /**
   * Reads of an account, member or firm, newest first. Data of a whole firm, or the whole log, includes all its accounts and members.
   * @param page `range` of time, `limit`, and `cursor` of the previous page
   * @param atLeast log position that the ledger must have reached
   * @throws InvalidCursorError
   */
  async page(
    concerned: Concerned,
    page: Required<Pick<FindOptions, 'limit' | 'range'>> & { readonly cursor?: string | undefined },
    atLeast: bigint,
  ): Promise<Page<SensitiveReadDocument>> {
    const { limit, range, cursor } = page;
    const subjects = await this.#subjects(concerned, atLeast);
    const selections = subjects?.map((subject) => ({ index: READS_OF_SUBJECT, equals: [subject] }));
    const all = selections ?? [{ index: READS_BY_TIME, equals: [] }];
    const places = cursor === undefined ? all.map(() => 'first' as const) : placesOf(cursor, all);
    const find = (i: number, max: number): Promise<Page<SensitiveReadDocument>> => {
      const [selection, place] = [all[i], places[i]];
      if (selection === undefined || place === undefined || place === 'over') {
        return Promise.resolve({ items: [] });
      }
      const after = place === 'first' ? {} : place;
      const options = { ...selection, ...after, range, limit: max };
      return this.readModels
        .of(sensitiveReadDocuments)
        .find({ ...options, order: 'descending' }, atLeast);
    };
    const pages = await Promise.all(all.map((_, i) => find(i, limit)));
    const taken = pages
      .flatMap(({ items }, i) => items.map((item) => ({ item, i })))
      .sort((a, b) => (a.item.at === b.item.at ? 0 : a.item.at < b.item.at ? 1 : -1))
      .slice(0, limit);
    const next = await Promise.all(
      pages.map(async ({ items, next: end }, i): Promise<Place> => {
        const count = taken.filter((one) => one.i === i).length;
        if (count === 0 && items.length > 0) return places[i] ?? 'first';
        const after = count === items.length ? end : (await find(i, count)).next;
        return after === undefined ? 'over' : { after };
      }),
    );
    const items = taken.map(({ item }) => item);
    return next.every((place) => place === 'over') ? { items } : { items, next: cursorOf(next) };
  }

  /** The subjects whose reads match; undefined: all reads do. */
  async #subjects(concerned: Concerned, atLeast: bigint): Promise<readonly string[] | undefined> {
    const { account, member, firm } = concerned;
    if (account !== undefined) {
      const found = await this.readModels.of(accountDocuments).get(account, atLeast);
      return withFirm(Subject.account(account), found?.firmId);
    }
    if (member !== undefined) {
      const found =
        (await this.readModels.of(memberDocuments).get(member, atLeast)) ??
        (await this.readModels.of(trusteeDocuments).get(member, atLeast));
      return withFirm(Subject.member(member), found?.firmId);
    }
    return firm === undefined ? undefined : [Subject.firm(firm), WHOLE_LOG];
  }
}

function withFirm(subject: string, firmId: string | undefined): readonly string[] {
  return firmId === undefined ? [subject] : [subject, Subject.firm(firmId), WHOLE_LOG];
}

function placesOf(cursor: string, all: readonly unknown[]): readonly Place[] {
  const places = valuesOfCursor(cursor);
  if (places.length === all.length && places.every(isPlace)) return places;
  throw new InvalidCursorError('cursor');
}

function isPlace(place: unknown): place is Place {
  if (place === 'first' || place === 'over') return true;
  return typeof (place as { after?: unknown } | null)?.after === 'string';
}

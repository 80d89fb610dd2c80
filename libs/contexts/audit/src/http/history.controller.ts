import { Controller, Get, Inject, Param } from '@nestjs/common';
import { type AccountView, OnAccount, TheAccount } from '#libs/contexts/accounts';
import { bankLinkDocuments } from '#libs/contexts/bank-links';
import { type FolioDocument, ShowsFolio, TheFolio } from '#libs/contexts/folios';
import { ActingPersons, firmDocuments, memberDocuments } from '#libs/contexts/members';
import { Subject } from '#libs/platform/event-store';
import {
  type Answer,
  type Body,
  Context,
  Describes,
  LenientQuery,
  listAnswer,
  RefusedException,
  type RequestContext,
  requireValid,
} from '#libs/platform/http';
import {
  addMilliseconds,
  FieldCode,
  fieldProblem,
  forbidden,
  isLoginId,
  isNumericOid,
  notFound,
  type Problem,
  wireTimestamp,
} from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { ForRoles, PLATFORM, type Platform } from '#libs/platform/service';
import { HistoryEntryAnswer, HistoryQuery, PAGE } from './history.dto.js';
import { Histories, type HistoryEntry } from '../history/histories.js';

/** What happened to an account, a folio, a bank link, a member or a firm, and why. Rights are those of now. */
@Controller('restapi')
export class HistoryController {
  constructor(
    private readonly readModels: ReadModels,
    private readonly histories: Histories,
    private readonly persons: ActingPersons,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  @Get('accounts/:accountnumber/history')
  @OnAccount('details')
  @Describes('History of an account', { shape: HistoryEntryAnswer, list: true, pages: PAGE })
  ofAccount(
    @Context() context: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
    @LenientQuery(HistoryQuery) query: Body<HistoryQuery>,
  ) {
    return this.#answer(Subject.account(accountNumber), query, context);
  }

  @Get('accounts/:accountnumber/folios/:folionumber/history')
  @OnAccount('details')
  @ShowsFolio()
  @Describes('History of a folio', { shape: HistoryEntryAnswer, list: true, pages: PAGE })
  ofFolio(
    @TheFolio() { folioNumber }: FolioDocument,
    @Context() context: RequestContext,
    @LenientQuery(HistoryQuery) query: Body<HistoryQuery>,
  ) {
    return this.#answer(Subject.folio(folioNumber), query, context);
  }

  @Get('accounts/:accountnumber/achbanklinks/:banklinkoid/history')
  @OnAccount('details')
  @Describes('History of a bank link', { shape: HistoryEntryAnswer, list: true, pages: PAGE })
  async ofBankLink(
    @Param('banklinkoid') oid: string,
    @Context() context: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
    @LenientQuery(HistoryQuery) query: Body<HistoryQuery>,
  ) {
    const link = isNumericOid(oid)
      ? await this.readModels.of(bankLinkDocuments).shown(oid, context.consistency)
      : undefined;
    if (link?.accountNumber !== accountNumber) throw new RefusedException(notFound());
    return this.#answer(Subject.bankLink(oid), query, context);
  }

  /** For whoever may read the member, too: of persons, the member and the member's advisor. */
  @Get('members/:loginid/history')
  @ForRoles('client', 'auditor')
  @Describes('History of a member', { shape: HistoryEntryAnswer, list: true, pages: PAGE })
  async ofMember(
    @Param('loginid') loginId: string,
    @Context() context: RequestContext,
    @LenientQuery(HistoryQuery) query: Body<HistoryQuery>,
  ) {
    const { caller, consistency } = context;
    const member = isLoginId(loginId)
      ? await this.readModels.of(memberDocuments).shown(loginId, consistency)
      : undefined;
    const seen = caller.roles.includes('auditor') || caller.firmId === member?.firmId;
    if (!member || !seen) throw new RefusedException(notFound());
    if (await this.persons.isAnother(context, member.loginId, member.advisorLoginId)) {
      throw new RefusedException(forbidden());
    }
    return this.#answer(Subject.member(member.loginId), query, context);
  }

  /** For whoever may read the firm: of the own firm, its API clients; of a corporate one, its representative and creator, too. */
  @Get('firms/:firmId/history')
  @ForRoles('client', 'auditor')
  @Describes('History of a firm', { shape: HistoryEntryAnswer, list: true, pages: PAGE })
  async ofFirm(
    @Param('firmId') firmId: string,
    @Context() context: RequestContext,
    @LenientQuery(HistoryQuery) query: Body<HistoryQuery>,
  ) {
    const { caller, consistency } = context;
    const firm = isNumericOid(firmId)
      ? await this.readModels.of(firmDocuments).shown(firmId, consistency)
      : undefined;
    const seen = caller.roles.includes('auditor') || caller.firmId === firm?.scope;
    if (!firm || !seen) throw new RefusedException(notFound());
    const persons = firm.firmType === 'G' ? [firm.firmRep, firm.createdBy] : [];
    if (await this.persons.isAnother(context, ...persons)) throw new RefusedException(forbidden());
    return this.#answer(Subject.firm(firm.firmId), query, context);
  }

  #answer(
    subject: string,
    query: Body<HistoryQuery>,
    { consistency: point }: RequestContext,
  ): Promise<Answer<readonly HistoryEntryAnswer[]>> {
    const asked = requireValid(query, this.#unknownType(query.value));
    const { order = 'newest' } = asked;
    return listAnswer(asked, {
      page: async ({ limit, after: cursor }) => {
        const which = { order, limit: Math.min(limit, PAGE), cursor, point };
        const page = await this.histories.page(subject, which);
        const last = page.items.at(-1);
        return last && isBeyond(asked, order, last) ? { items: page.items } : page;
      },
      keep: entryFilter(asked),
      usual: PAGE,
    });
  }

  #unknownType({ type: asked = [] }: HistoryQuery): Problem | undefined {
    const known = this.platform.registry.all();
    const unknown = asked.find((one) => !known.some(({ type }) => isOfType(type, one)));
    if (unknown === undefined) return undefined;
    return fieldProblem('type', FieldCode.Choice, `no type of event is or begins with ${unknown}`);
  }
}

type HistoryFilter = Pick<HistoryQuery, 'from' | 'to' | 'type' | 'actor'>;

/** Events stand in the log in the order of their times, but for so many milliseconds. */
const DISORDER_MS = 1_000;

function isOfType(type: string, asked: string): boolean {
  return type === asked || type.startsWith(`${asked}.`);
}

function entryFilter(asked: HistoryFilter): ((entry: HistoryEntry) => boolean) | undefined {
  const { from, to, type, actor } = asked;
  if ((from ?? to ?? type ?? actor) === undefined) return undefined;
  const [first, end] = [from && wireTimestamp(from), to && wireTimestamp(to)];
  return (entry) =>
    (first === undefined || entry.time >= first) &&
    (end === undefined || entry.time < end) &&
    (type === undefined || type.some((one) => isOfType(entry.type, one))) &&
    (actor === undefined || Object.values(entry.actor).includes(actor));
}

/** Whether nothing behind an entry can be of the time asked for. */
function isBeyond(
  { from, to }: HistoryFilter,
  order: 'newest' | 'oldest',
  { time }: Pick<HistoryEntry, 'time'>,
): boolean {
  const bound = order === 'newest' ? from : to;
  if (bound === undefined) return false;
  return order === 'newest'
    ? time < wireTimestamp(addMilliseconds(bound, -DISORDER_MS))
    : time > wireTimestamp(addMilliseconds(bound, DISORDER_MS));
}

import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { type AccountView, OnAccount, TheAccount } from '#libs/contexts/accounts';
import { bankLinkDocuments } from '#libs/contexts/bank-links';
import { type FolioDocument, OnFolio, TheFolio } from '#libs/contexts/folios';
import { ActingPersons, firmDocuments, memberDocuments } from '#libs/contexts/members';
import {
  Context,
  Describes,
  Fields,
  FieldsOf,
  listAnswer,
  type RequestContext,
  type Response,
  ForRoles,
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
  RefusedException,
  wireTimestamp,
} from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { DISORDER_MS, PLATFORM, type Platform } from '#libs/platform/service';
import { Subject } from '#libs/contexts/codes';
import { HISTORY, HistoryEntryResponse, HistoryQuery, PAGE } from './history.dto.js';
import { Histories, type HistoryEntry } from './history.queries.js';

/** What happened to an account, a folio, a bank link, a member or a firm, and why. The caller's current rights apply. */
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
  @Describes('History of an account', { ...HISTORY, operationId: 'Accounts_history' })
  ofAccount(
    @Context() context: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
    @Query(FieldsOf(HistoryQuery)) query: Fields<HistoryQuery>,
  ) {
    return this.#list(Subject.account(accountNumber), query, context);
  }

  @Get('accounts/:accountnumber/folios/:folionumber/history')
  @OnAccount('details')
  @OnFolio()
  @Describes('History of a folio', { ...HISTORY, operationId: 'Folios_history' })
  ofFolio(
    @TheFolio() { folioNumber }: FolioDocument,
    @Context() context: RequestContext,
    @Query(FieldsOf(HistoryQuery)) query: Fields<HistoryQuery>,
  ) {
    return this.#list(Subject.folio(folioNumber), query, context);
  }

  @Get('accounts/:accountnumber/achbanklinks/:banklinkoid/history')
  @OnAccount('details')
  @Describes('History of a bank link', { ...HISTORY, operationId: 'BankLinks_history' })
  async ofBankLink(
    @Param('banklinkoid') oid: string,
    @Context() context: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
    @Query(FieldsOf(HistoryQuery)) query: Fields<HistoryQuery>,
  ) {
    const link = isNumericOid(oid)
      ? await this.readModels.of(bankLinkDocuments).shown(oid, context.consistency)
      : undefined;
    if (link?.accountNumber !== accountNumber) throw new RefusedException(notFound());
    return this.#list(Subject.bankLink(oid), query, context);
  }

  /** For anyone who may read the member; among members, only the member and its advisor. */
  @Get('members/:loginid/history')
  @ForRoles('client', 'auditor')
  @Describes('History of a member', { ...HISTORY, operationId: 'Members_history' })
  async ofMember(
    @Param('loginid') loginId: string,
    @Context() context: RequestContext,
    @Query(FieldsOf(HistoryQuery)) query: Fields<HistoryQuery>,
  ) {
    const { caller, consistency } = context;
    const member = isLoginId(loginId)
      ? await this.readModels.of(memberDocuments).shown(loginId, consistency)
      : undefined;
    const seen = caller.roles.includes('auditor') || caller.firmId === member?.firmId;
    if (!member || !seen) throw new RefusedException(notFound());
    if (this.persons.isAnother(context, member.loginId, member.advisorLoginId)) {
      throw new RefusedException(forbidden());
    }
    return this.#list(Subject.member(member.loginId), query, context);
  }

  /** For anyone who may read the firm: its API clients, and for a corporate firm also its representative and creator. */
  @Get('firms/:firmId/history')
  @ForRoles('client', 'auditor')
  @Describes('History of a firm', { ...HISTORY, operationId: 'Firms_history' })
  async ofFirm(
    @Param('firmId') firmId: string,
    @Context() context: RequestContext,
    @Query(FieldsOf(HistoryQuery)) query: Fields<HistoryQuery>,
  ) {
    const { caller, consistency } = context;
    const firm = isNumericOid(firmId)
      ? await this.readModels.of(firmDocuments).shown(firmId, consistency)
      : undefined;
    const seen = caller.roles.includes('auditor') || caller.firmId === firm?.scope;
    if (!firm || !seen) throw new RefusedException(notFound());
    const persons = firm.firmType === 'G' ? [firm.firmRep, firm.createdBy] : [];
    if (this.persons.isAnother(context, ...persons)) throw new RefusedException(forbidden());
    return this.#list(Subject.firm(firm.firmId), query, context);
  }

  #list(
    subject: string,
    query: Fields<HistoryQuery>,
    { consistency: point }: RequestContext,
  ): Promise<Response<readonly HistoryEntryResponse[]>> {
    const filter = query.with(this.#unknownType(query.value));
    const { order = 'newest' } = filter;
    return listAnswer(filter, {
      page: async ({ limit, after: cursor }) => {
        const which = { order, limit: Math.min(limit, PAGE), cursor, point };
        const page = await this.histories.page(subject, which);
        const last = page.items.at(-1);
        return last && isBeyond(filter, order, last) ? { items: page.items } : page;
      },
      keep: entryFilter(filter),
      defaultLimit: PAGE,
    });
  }

  #unknownType({ type: names = [] }: HistoryQuery): Problem | undefined {
    const known = this.platform.registry.all();
    const unknown = names.find((name) => !known.some(({ type }) => isOfType(type, name)));
    if (unknown === undefined) return undefined;
    const listed = known.filter(({ definition }) => definition.history.subjects !== undefined);
    const types = [...new Set(listed.map(({ type }) => type))].sort();
    const alike = types.filter((type) => type.toLowerCase().includes(unknown.toLowerCase()));
    const beginnings = new Set(types.map((type) => type.split('.', 1)[0]));
    const there =
      alike.length > 0 && alike.length < beginnings.size
        ? `There are ${alike.join(', ')}.`
        : `They begin with ${[...beginnings].join(', ')}.`;
    const message = `No event type is or begins with ${unknown}. ${there}`;
    return fieldProblem('type', FieldCode.Choice, message);
  }
}

type HistoryFilter = Pick<HistoryQuery, 'from' | 'to' | 'type' | 'actor'>;

function isOfType(type: string, name: string): boolean {
  return type === name || type.startsWith(`${name}.`);
}

/** Blanks count as pluses, since a plus that is not percent-encoded arrives as a blank. */
function isBy(actor: string, { caller, actingMember, associatedMember }: HistoryEntry['actor']) {
  const plussed = (name: string | null): string | undefined => name?.replaceAll(' ', '+');
  return [caller, actingMember, associatedMember].some((one) => plussed(one) === plussed(actor));
}

function entryFilter(filter: HistoryFilter): ((entry: HistoryEntry) => boolean) | undefined {
  const { from, to, type, actor } = filter;
  if ((from ?? to ?? type ?? actor) === undefined) return undefined;
  const [first, end] = [from && wireTimestamp(from), to && wireTimestamp(to)];
  return (entry) =>
    (first === undefined || entry.time >= first) &&
    (end === undefined || entry.time < end) &&
    (type === undefined || type.some((one) => isOfType(entry.type, one))) &&
    (actor === undefined || isBy(actor, entry.actor));
}

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

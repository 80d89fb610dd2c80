import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AggregateStore } from '#libs/platform/event-store';
import { type Caller, RefusedException, type RequestContext } from '#libs/platform/http';
import { forbidden, isLoginId, notFound } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { type Member, memberDecider } from './domain/index.js';
import { clientDocuments } from './read-models/client.document.js';
import { memberDocuments } from './read-models/member.document.js';
import { trusteeDocuments } from './read-models/trustee.document.js';

/**
 * The advisor firm a client writes for.
 * @throws RefusedException 403 for credentials without one
 */
export function firmOf({ firmId }: Pick<Caller, 'firmId'>): string {
  if (firmId === undefined) throw new RefusedException(forbidden());
  return firmId;
}

/** Of a request: who calls, and what its answer must not be older than. */
type CallerOf = Pick<RequestContext, 'present'> & {
  readonly caller: Pick<Caller, 'firmId' | 'member'>;
};

/** The same, and by which credentials. */
type CallerWithCredentials = CallerOf & {
  readonly caller: Pick<Caller, 'firmId' | 'member' | 'kind' | 'roles'>;
};

/**
 * Tells a person from the API client: who acts as a member or a trustee has to do with the own data only, while the client of
 * the firm may act for itself ([auth.acting-member], [auth.persons]).
 */
@Injectable()
export class ActingPersons {
  /** API users met so far, with their firms: whoever calls with one has been authenticated. */
  readonly #apiUsers = new LRUCache<string, true>({ max: 10_000 });

  constructor(
    private readonly readModels: ReadModels,
    private readonly aggregates: AggregateStore,
  ) {}

  /** Login id of the person that a caller acts as; undefined for the API client itself and for whoever has no firm. */
  async person(context: CallerOf): Promise<string | undefined> {
    const { firmId, member } = context.caller;
    if (firmId === undefined || member === undefined) return undefined;
    return (await this.isFirmItself(context)) ? undefined : member;
  }

  /** Whether a caller acts as a person, and as none of those with these login ids. */
  async isAnother(
    context: CallerOf,
    ...loginIds: readonly (string | undefined)[]
  ): Promise<boolean> {
    if (loginIds.includes(context.caller.member)) return false;
    return (await this.person(context)) !== undefined;
  }

  /**
   * The member of a path, as the log has it, for who may see or do what concerns that member ([ifa.access], [order.of-member]): the
   * member, and the API client of the firm while it acts for itself. An advisor reads of the own clients, an auditor of everybody.
   * @throws RefusedException 404 without such a member in the caller's firm, 403 for another person
   */
  async member(
    action: 'read' | 'answer',
    loginId: string,
    context: Pick<RequestContext, 'caller' | 'past' | 'present'>,
  ): Promise<Member> {
    const { caller, past } = context;
    const known = isLoginId(loginId)
      ? await this.aggregates.load(memberDecider, loginId)
      : undefined;
    const member = known?.state.member;
    if (!member) throw new RefusedException(notFound());
    // what is checked never changes; whether the member was there yet is told to whoever may see it
    if (past) await this.readModels.of(memberDocuments).shown(loginId, past);
    if (action === 'read' && caller.roles.includes('auditor')) return member;
    if (caller.firmId !== member.firmOid) throw new RefusedException(notFound());
    const advisor = action === 'read' ? member.advisorLoginId : undefined;
    if (await this.isAnother(context, loginId, advisor)) throw new RefusedException(forbidden());
    return member;
  }

  /**
   * Login id of a caller who acts in the own affairs only: a person with a token, or a trustee. A signed request that names a member
   * is the firm's own software speaking for that member, and the firm answers for it.
   */
  async onlyFor(context: CallerWithCredentials): Promise<string | undefined> {
    const person = await this.person(context);
    if (person === undefined || context.caller.kind === 'token') return person;
    const trustees = this.readModels.of(trusteeDocuments);
    return (await trustees.get(person, context.present)) && person;
  }

  /**
   * The advisor firm that a caller may bring people to: as its API client, as one of its members by the firm's software, or with a token
   * of the role `advisor`.
   * @throws RefusedException 403 for everybody else
   */
  async bringingFirm(context: CallerWithCredentials): Promise<string> {
    const firmId = firmOf(context.caller);
    if (context.caller.roles.includes('advisor')) return firmId;
    if ((await this.onlyFor(context)) !== undefined) {
      throw new RefusedException(forbidden('Only advisors of the firm bring people to it.'));
    }
    return firmId;
  }

  /** Whether a caller is the API client of a firm, acting for itself. */
  async isFirmItself({ caller: { firmId, member }, present }: CallerOf): Promise<boolean> {
    if (firmId === undefined || member === undefined) return false;
    const key = `${firmId}/${member}`;
    if (this.#apiUsers.has(key)) return true;
    const selection = { index: 'byLoginId', equals: [member], limit: 100 };
    const { items } = await this.readModels.of(clientDocuments).find(selection, present);
    const found = items.some((client) => client.firmId === firmId);
    if (found) this.#apiUsers.set(key, true);
    return found;
  }
}

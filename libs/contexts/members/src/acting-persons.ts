import { Injectable } from '@nestjs/common';
import { AggregateStore } from '#libs/platform/event-store';
import { type Caller, RefusedException, type RequestContext } from '#libs/platform/http';
import { forbidden, isLoginId, notFound } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { type Member, memberDecider } from './domain/index.js';
import { memberDocuments } from './read-models/member.document.js';
import { trusteeDocuments } from './read-models/trustee.document.js';

/**
 * The advisor firm of the caller.
 * @throws RefusedException 403 for credentials without one
 */
export function firmOf({ firmId }: Pick<Caller, 'firmId'>): string {
  if (firmId === undefined) throw new RefusedException(forbidden());
  return firmId;
}

/** The caller of a request. */
interface CallerOf {
  readonly caller: Pick<Caller, 'roles' | 'firmId' | 'member' | 'firmItself'>;
}

/** The same, and the position that reads must not be older than. */
type CallerWithCredentials = Pick<RequestContext, 'present'> & {
  readonly caller: CallerOf['caller'] & Pick<Caller, 'kind'>;
};

/**
 * Distinguishes persons from the API client: a caller who acts as a member or trustee may deal only with that person's data, while
 * the firm's client may act for itself ([auth.acting-member], [auth.persons]).
 */
@Injectable()
export class ActingPersons {
  constructor(
    private readonly readModels: ReadModels,
    private readonly aggregates: AggregateStore,
  ) {}

  /**
   * Login id of the person the caller acts as; undefined for the firm itself, and for roles that are no firm's.
   * @throws RefusedException 403 for a client who is neither
   */
  person({ caller }: CallerOf): string | undefined {
    const { roles, member } = caller;
    if (caller.firmItself === true || !roles.includes('client')) return undefined;
    if (member === undefined) throw new RefusedException(forbidden());
    return member;
  }

  /** Whether the caller acts as a person other than those with these login ids. */
  isAnother(context: CallerOf, ...loginIds: readonly (string | undefined)[]): boolean {
    const person = this.person(context);
    return person !== undefined && !loginIds.includes(person);
  }

  /**
   * Loads the member in the path from the log, for what concerns that member ([ifa.access], [order.of-member]): allowed are the
   * member and the firm's API client acting for itself. Advisors may read for their clients, auditors for everyone.
   * @throws RefusedException 404 if the caller's firm has no such member, 403 for another person
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
    // rights are those of now; this only throws if the member did not exist yet
    if (past) await this.readModels.of(memberDocuments).shown(loginId, past);
    if (action === 'read' && caller.roles.includes('auditor')) return member;
    if (caller.firmId !== member.firmOid) throw new RefusedException(notFound());
    const advisor = action === 'read' ? member.advisorLoginId : undefined;
    if (this.isAnother(context, loginId, advisor)) throw new RefusedException(forbidden());
    return member;
  }

  /**
   * Login id of a caller who may act only in their own affairs: a person with a token, or a trustee. A signed request that names a
   * member comes from the firm's own software, which may do more in the member's name; the firm is responsible for it.
   */
  async restrictedTo(context: CallerWithCredentials): Promise<string | undefined> {
    const person = this.person(context);
    if (person === undefined || context.caller.kind === 'token') return person;
    const trustees = this.readModels.of(trusteeDocuments);
    return (await trustees.get(person, context.present)) && person;
  }

  /**
   * The advisor firm the caller may bring people to: as its API client, as a member through the firm's software, or with a token of
   * role `advisor`.
   * @throws RefusedException 403 for everyone else
   */
  async recruitingFirm(context: CallerWithCredentials): Promise<string> {
    const firmId = firmOf(context.caller);
    if (context.caller.roles.includes('advisor')) return firmId;
    if ((await this.restrictedTo(context)) !== undefined) {
      throw new RefusedException(forbidden('Only advisors of the firm may bring people to it.'));
    }
    return firmId;
  }
}

import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Caller, RefusedException, type RequestContext } from '#libs/platform/http';
import { forbidden } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { clientDocuments } from './documents/client.document.js';
import { trusteeDocuments } from './documents/trustee.document.js';

/** Of a request: who calls, and what its answer must not be older than. */
type CallerOf = Pick<RequestContext, 'present'> & {
  readonly caller: Pick<Caller, 'firmId' | 'member'>;
};

/**
 * Tells a person from the API client: who acts as a member or a trustee has to do with the own data only, while the client of
 * the firm may act for itself (decisions §2).
 */
@Injectable()
export class ActingPersons {
  /** API users met so far, with their firms: whoever calls with one has been authenticated. */
  readonly #apiUsers = new LRUCache<string, true>({ max: 10_000 });

  constructor(private readonly readModels: ReadModels) {}

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
   * The advisor firm that a caller opens accounts for, or brings people and firms to: as its API client or as one of its members. A
   * trustee looks at accounts that others open.
   * @throws RefusedException 403 for credentials without a firm, and for who acts as a trustee
   */
  async openingFirm(context: CallerOf): Promise<string> {
    const { firmId } = context.caller;
    if (firmId === undefined) throw new RefusedException(forbidden());
    const person = await this.person(context);
    const trustees = this.readModels.of(trusteeDocuments);
    if (person !== undefined && (await trustees.get(person, context.present))) {
      throw new RefusedException(forbidden('A trustee opens no accounts and brings nobody.'));
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

import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Caller } from '#libs/platform/http';
import { ReadModels } from '#libs/platform/read-models';
import { clientDocuments } from './documents/client.document.js';

/**
 * Tells a person from the API client: who acts as a member or a trustee has to do with the own data only, while the client of
 * the firm may act for itself (decisions §2).
 */
@Injectable()
export class ActingPersons {
  /** API users met so far, with their firms: whoever calls with one has been authenticated. */
  readonly #apiUsers = new LRUCache<string, true>({ max: 10_000 });

  constructor(private readonly readModels: ReadModels) {}

  /** Whether a caller acts as a person, and as another one than that with this login id. */
  async isAnother(
    { firmId, member }: Pick<Caller, 'firmId' | 'member'>,
    loginId: string,
  ): Promise<boolean> {
    if (firmId === undefined || member === undefined || member === loginId) return false;
    return !(await this.#isApiUser(firmId, member));
  }

  async #isApiUser(firmId: string, loginId: string): Promise<boolean> {
    const key = `${firmId}/${loginId}`;
    if (this.#apiUsers.has(key)) return true;
    const selection = { index: 'byLoginId', equals: [loginId], limit: 100 };
    const { items } = await this.readModels.of(clientDocuments).find(selection);
    const found = items.some((client) => client.firmId === firmId);
    if (found) this.#apiUsers.set(key, true);
    return found;
  }
}

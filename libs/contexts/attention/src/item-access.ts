import { Injectable } from '@nestjs/common';
import { ActingPersons, memberDecider, memberDocuments } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import {
  type Caller,
  RefusedException,
  type RequestContext,
  throwIfRefused,
} from '#libs/platform/http';
import { forbidden, isLoginId, isOid, notFound, type Refusal } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { itemForAttention } from './domain/item.js';
import type { Item } from './domain/item.state.js';

/** The member of a path, as far as items need it. */
export interface ItemMember {
  readonly loginId: string;
  readonly memberOid: string;
  readonly firmId: string;
  readonly advisorLoginId?: string | undefined;
}

/** Who asks for a member's items. */
export interface ItemCaller extends Pick<Caller, 'roles' | 'firmId'> {
  /** Whether the caller acts as a person who may not do this for the member; otherwise as one who may, or as the API client itself. */
  readonly actsAsAnother: boolean;
}

/**
 * Why a caller may not read or answer the items of a member ([ifa.access]): 404 without such a member in the
 * caller's firm, 403 for a person who asks for another one's items. An advisor reads those of the own clients, and leaves the
 * answers to them. The firm's API client may do both while it acts for itself; an auditor reads the items of everybody.
 */
export function itemRefusal(
  action: 'read' | 'answer',
  member: ItemMember | undefined,
  caller: ItemCaller,
): Refusal | undefined {
  if (!member) return notFound();
  if (action === 'read' && caller.roles.includes('auditor')) return undefined;
  if (caller.firmId !== member.firmId) return notFound();
  return caller.actsAsAnother ? forbidden() : undefined;
}

/** Finds the member whose items a request is about and checks the caller's rights on them. */
@Injectable()
export class ItemAccess {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly persons: ActingPersons,
    private readonly readModels: ReadModels,
  ) {}

  /** The member as the log has it at the time of the call; undefined when there is none. */
  async member(loginId: string): Promise<ItemMember | undefined> {
    if (!isLoginId(loginId)) return undefined;
    const { state } = await this.aggregates.load(memberDecider, loginId);
    if (!state.member) return undefined;
    const { memberOid, firmOid, advisorLoginId } = state.member;
    return { loginId, memberOid, firmId: firmOid, advisorLoginId };
  }

  /**
   * The item of a path, as the log has it at the time of the call.
   * @throws RefusedException 404 when the member has none of this id
   */
  async item(loginId: string, id: string): Promise<Item> {
    const known = isOid(id) ? await this.aggregates.load(itemForAttention, id) : undefined;
    if (known?.state?.item.loginId !== loginId) throw new RefusedException(notFound());
    return known.state.item;
  }

  /** The id of a member, which never changes; undefined for who is none. */
  async memberOid(loginId: string): Promise<string | undefined> {
    return (await this.aggregates.recall(memberDecider, loginId)).state.member?.memberOid;
  }

  /** The member; ends the request with 404 or 403 where {@link itemRefusal} says so. */
  async check(
    action: 'read' | 'answer',
    loginId: string,
    context: Pick<RequestContext, 'caller' | 'past' | 'present'>,
  ): Promise<ItemMember> {
    const member = await this.member(loginId);
    // what the check needs never changes; whether the member was there yet is told to whoever may see it
    if (member && context.past) {
      await this.readModels.of(memberDocuments).shown(loginId, context.past);
    }
    const advisor = action === 'read' ? member?.advisorLoginId : undefined;
    const actsAsAnother = await this.persons.isAnother(context, loginId, advisor);
    return throwIfRefused(
      itemRefusal(action, member, { ...context.caller, actsAsAnother }) ?? member ?? notFound(),
    );
  }
}

import { Injectable } from '@nestjs/common';
import type { Form, RequestContext } from '#libs/platform/http';
import {
  type Caller,
  forbidden,
  isLoginId,
  notFound,
  RefusedException,
  type SealedValue,
} from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { Sealer } from '#libs/platform/runtime';
import { type MemberDocument, memberDocuments, type TrusteeDocument } from './member.document.js';
import { ActingPersons } from './member.facts.js';

/**
 * Returns the document if the caller may read it: one of the caller's firm, or any for an auditor ([auth.client]).
 * @throws RefusedException 404 for another firm's, or if there is none
 */
export function visible<D>(caller: Caller, document: D | undefined, firmId: string | undefined): D {
  const isVisible =
    caller.roles.includes('auditor') || (firmId !== undefined && caller.firmId === firmId);
  if (document === undefined || !isVisible) throw new RefusedException(notFound());
  return document;
}

/** Restricts a person to their own profile, those of their clients, and the people they brought to the firm. */
@Injectable()
export class OwnProfiles {
  constructor(
    private readonly persons: ActingPersons,
    private readonly readModels: ReadModels,
  ) {}

  /**
   * Checks that the caller may see and change a member: the member, the member's advisor, or the firm's API client.
   * @throws RefusedException 403 for another person of the firm; 404 for a member of another firm
   */
  async check(context: RequestContext, loginId: string): Promise<void> {
    if (this.persons.isAnother(context, loginId)) await this.member(context, loginId);
  }

  /** Returns the member after the same check as {@link check}. */
  async member(context: RequestContext, loginId: string): Promise<MemberDocument> {
    const { caller, consistency } = context;
    if (!isLoginId(loginId)) throw new RefusedException(notFound());
    const found = await this.readModels.of(memberDocuments).shown(loginId, consistency);
    const member = visible(caller, found, found?.firmId);
    this.checkOneOf(context, loginId, member.advisorLoginId);
    return member;
  }

  /**
   * Checks that the caller acts as one of these people, or not as a person: the firm's API client, an auditor.
   * @throws RefusedException 403 for another person
   */
  checkOneOf(context: RequestContext, ...loginIds: readonly (string | undefined)[]): void {
    if (this.persons.isAnother(context, ...loginIds)) throw new RefusedException(forbidden());
  }
}

/** The form of a response: `whole` with the full tax id, `erased` if the date of birth, which everyone has, is gone. */
export function formOf(
  { dateOfBirth }: { readonly dateOfBirth?: string },
  whole: string | undefined,
): Form | undefined {
  if (dateOfBirth === undefined) return 'erased';
  return whole === undefined ? undefined : 'whole';
}

/** Decrypts a sealed tax id; returns undefined for one that isn't shown whole, and once the key of its person is destroyed. */
export type Unseal = (sealed: string) => string | undefined;

/** Tax ids of one subject, which a response may show. */
interface ShownTaxIds {
  /** The firm they belong to. */
  readonly firmId: string;
  /** Whose they are, such as `member:jdoe`. */
  readonly subject: string;
  readonly sealed: readonly string[];
}

/** Decides who sees tax ids whole, for every form of every response ([member.tid]), and records it. */
@Injectable()
export class TaxIds {
  constructor(private readonly sealer: Sealer) {}

  /**
   * Returns a function that decrypts those the caller sees whole: the firm itself, where it is entitled. Every person and everybody
   * else sees the last four digits, and gets undefined. Records the disclosure in the ledger of sensitive reads.
   */
  async unseal(context: RequestContext, all: readonly ShownTaxIds[]): Promise<Unseal | undefined> {
    const { firmItself, entitlements, firmId } = context.caller;
    if (firmItself !== true || !entitlements.includes('fullTid')) return undefined;
    const own = all.filter((one) => one.firmId === firmId);
    const sealed = own.flatMap((one) => one.sealed);
    await this.sealer.prefetch(sealed);
    const whole = new Map(sealed.map((one) => [one, this.sealer.open(one)]));
    const isShown = (one: string): boolean => whole.get(one) !== undefined;
    const subjects = own.filter((one) => one.sealed.some(isShown)).map(({ subject }) => subject);
    if (subjects.length === 0) return undefined;
    context.disclose({ kind: 'fullTid', subjects });
    return (one) => whole.get(one);
  }

  /** The whole tax id of one subject, as {@link unseal} decides; undefined if the caller sees its mask. */
  async whole(
    context: RequestContext,
    firmId: string,
    taxId: SealedValue | undefined,
    subject: string,
  ): Promise<string | undefined> {
    if (taxId === undefined) return undefined;
    const { sealed } = taxId;
    return (await this.unseal(context, [{ firmId, subject, sealed: [sealed] }]))?.(sealed);
  }

  /** {@link whole} of a member or trustee. */
  ofPerson(context: RequestContext, { firmId, tid, loginId }: MemberDocument | TrusteeDocument) {
    return this.whole(context, firmId, tid, `member:${loginId}`);
  }
}

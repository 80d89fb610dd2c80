import { Injectable } from '@nestjs/common';
import {
  type Caller,
  type Form,
  RefusedException,
  type RequestContext,
  throwIfRefused,
} from '#libs/platform/http';
import {
  forbidden,
  isLoginId,
  isNumericOid,
  notFound,
  type SealedValue,
} from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { Sealer } from '#libs/platform/runtime';
import type { AggregateStore } from '#libs/platform/event-store';
import { ActingPersons } from './acting-persons.js';
import { type MemberDocument, memberDocuments } from './read-models/member.document.js';
import type { TrusteeDocument } from './read-models/trustee.document.js';
import {
  firmDecider,
  type InstitutionalFirm,
  type Member,
  memberDecider,
  memberIn,
} from './domain/index.js';

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
    if (await this.persons.isAnother(context, loginId)) await this.member(context, loginId);
  }

  /** Returns the member after the same check as {@link check}. */
  async member(context: RequestContext, loginId: string): Promise<MemberDocument> {
    const { caller, consistency } = context;
    if (!isLoginId(loginId)) throw new RefusedException(notFound());
    const found = await this.readModels.of(memberDocuments).shown(loginId, consistency);
    const member = visible(caller, found, found?.firmId);
    if (member.advisorLoginId !== caller.member) await this.checkOneOf(context, loginId);
    return member;
  }

  /**
   * Checks that the caller acts as one of these people, or not as a person: the firm's API client, an auditor.
   * @throws RefusedException 403 for another person
   */
  async checkOneOf(
    context: RequestContext,
    ...loginIds: readonly (string | undefined)[]
  ): Promise<void> {
    if (await this.persons.isAnother(context, ...loginIds)) throw new RefusedException(forbidden());
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

/** Decrypts tax ids for callers who may see them in full. */
@Injectable()
export class TaxIds {
  constructor(private readonly sealer: Sealer) {}

  /**
   * The full tax id if the caller's firm is entitled to it; undefined otherwise, and once the key is destroyed. Records the
   * disclosure in the ledger of sensitive reads.
   * @param owner the firm it belongs to
   * @param subject whose it is, such as `member:jdoe`
   */
  async whole(
    context: RequestContext,
    owner: string,
    taxId: SealedValue | undefined,
    subject: string,
  ): Promise<string | undefined> {
    const { roles, entitlements, firmId } = context.caller;
    const entitled =
      roles.includes('client') && firmId === owner && entitlements.includes('fullTid');
    if (!entitled || taxId === undefined) return undefined;
    await this.sealer.prefetch([taxId.sealed]);
    const whole = this.sealer.open(taxId.sealed);
    if (whole !== undefined) context.disclose({ kind: 'fullTid', subjects: [subject] });
    return whole;
  }

  /** {@link whole} of a member or trustee. */
  ofPerson(
    context: RequestContext,
    { firmId, tid, loginId }: MemberDocument | TrusteeDocument,
  ): Promise<string | undefined> {
    return this.whole(context, firmId, tid, `member:${loginId}`);
  }
}

/** The refusal for credentials of a firm that no operator defined. */
export const firmUnknown = forbidden('The firm of the caller is unknown.');

/**
 * Loads an advisor firm from the log.
 * @param missing the refusal if there is none; defaults to 404, for a firm in the path
 */
export async function requireFirm(
  aggregates: AggregateStore,
  firmId: string,
  missing = notFound(),
): Promise<InstitutionalFirm> {
  if (!isNumericOid(firmId)) throw new RefusedException(missing);
  const { state } = await aggregates.load(firmDecider, firmId);
  return throwIfRefused(state.institutional ?? missing);
}

/**
 * Loads the member in the path from the log.
 * @param firmId the firm the member must belong to, if a firm calls
 * @throws RefusedException 404 if there is none or it is another firm's, 410 if erased
 */
export async function requireMember(
  aggregates: AggregateStore,
  loginId: string,
  firmId?: string,
): Promise<Member> {
  const { state } = await aggregates.load(memberDecider, loginId);
  return throwIfRefused(memberIn(state, firmId));
}

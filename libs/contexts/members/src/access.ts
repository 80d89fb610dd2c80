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
 * Lets a document through that the caller may read: of its own firm, or of any for an auditor ([auth.client]).
 * @throws RefusedException 404 for another firm's, or none at all
 */
export function visible<D>(caller: Caller, document: D | undefined, firmId: string | undefined): D {
  const seen =
    caller.roles.includes('auditor') || (firmId !== undefined && caller.firmId === firmId);
  if (document === undefined || !seen) throw new RefusedException(notFound());
  return document;
}

/** Keeps a person to the own profile, to those of the own clients, and to whom the person brought to the firm. */
@Injectable()
export class OwnProfiles {
  constructor(
    private readonly persons: ActingPersons,
    private readonly readModels: ReadModels,
  ) {}

  /**
   * Lets a caller through who may see and change a member: the member, the member's advisor, the API client of the firm.
   * @throws RefusedException 403 for another person of the firm; 404 for one of another firm
   */
  async check(context: RequestContext, loginId: string): Promise<void> {
    if (await this.persons.isAnother(context, loginId)) await this.member(context, loginId);
  }

  /** The member, for whoever {@link check} lets through. */
  async member(context: RequestContext, loginId: string): Promise<MemberDocument> {
    const { caller, consistency } = context;
    if (!isLoginId(loginId)) throw new RefusedException(notFound());
    const found = await this.readModels.of(memberDocuments).shown(loginId, consistency);
    const member = visible(caller, found, found?.firmId);
    if (member.advisorLoginId !== caller.member) await this.checkOneOf(context, loginId);
    return member;
  }

  /**
   * Lets a caller through who acts as one of these, or as no person at all: the API client of the firm, an auditor.
   * @throws RefusedException 403 for another person
   */
  async checkOneOf(
    context: RequestContext,
    ...loginIds: readonly (string | undefined)[]
  ): Promise<void> {
    if (await this.persons.isAnother(context, ...loginIds)) throw new RefusedException(forbidden());
  }
}

/** Form a person is read in: with the whole tax id, or, when the date of birth that everybody has is gone, erased. */
export function formOf(
  { dateOfBirth }: { readonly dateOfBirth?: string },
  whole: string | undefined,
): Form | undefined {
  if (dateOfBirth === undefined) return 'erased';
  return whole === undefined ? undefined : 'whole';
}

/** Shows tax ids to those who may see them whole. */
@Injectable()
export class TaxIds {
  constructor(private readonly sealer: Sealer) {}

  /**
   * The whole tax id for a client whose firm is entitled to it; undefined otherwise, and once the key is destroyed. That it is
   * shown goes into the ledger of sensitive reads.
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

/** The refusal of a caller whose credentials name a firm that no operator defined. */
export const firmUnknown = forbidden('The firm of the caller is not known.');

/**
 * An advisor firm, including everything in the log.
 * @param missing what is answered when there is none: by default 404, for the firm of a path
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
 * The member of a path, including everything in the log.
 * @param firmId whose it must be, when a firm asks
 * @throws RefusedException 404 for none or another firm's, 410 for an erased one
 */
export async function requireMember(
  aggregates: AggregateStore,
  loginId: string,
  firmId?: string,
): Promise<Member> {
  const { state } = await aggregates.load(memberDecider, loginId);
  return throwIfRefused(memberIn(state, firmId));
}

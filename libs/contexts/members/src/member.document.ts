import {
  omit,
  pick,
  type SealedValue,
  sealedValue,
  searchForm,
  type Ticker,
  type Timestamp,
} from '#libs/platform/kernel';
import { type Projection, streamPerDocument } from '#libs/platform/read-models';
import { type MemberEvent, memberEvents, type TrusteeEvent } from './member.events.js';
import {
  memberChanges,
  memberDecider,
  type MemberProfile,
  MEMBERSHIP,
  PERSONAL,
} from './member.js';
import type { Contact, Identity } from './person.js';
import { trusteeDecider } from './trustee.js';

/** Profile fields that remain after the person's key is destroyed. */
type Impersonal =
  | 'accreditedInvestorAnnualIncome'
  | 'accreditedInvestorNetWorth'
  | 'directorOrTenPercentShareholder'
  | 'finraAffiliated'
  | 'membershipType'
  | 'previousPrivatePlacementExperience'
  | 'residenceCountry';

type Created = Extract<MemberEvent, { type: 'member.MemberCreated' }>['data'];

/** A member. Personal fields are missing once the person's key is destroyed. */
export type MemberDocument = Readonly<
  Pick<Created, (typeof MEMBERSHIP)[number]> &
    Partial<Pick<Created, (typeof PERSONAL)[number]>> & {
      /** Revision of the stream, for the entity tag. */
      revision: number;
      /** The advisor firm: `firmOid` on the wire. */
      firmId: string;
      tid: SealedValue;
      tickers: readonly Ticker[];
      profile: Readonly<Partial<MemberProfile>> & Pick<MemberProfile, Impersonal>;
      /** Last and first name, in the form lists are sorted by. */
      sortName?: string;
      /** Keyed hashes of the e-mail addresses. */
      emails?: readonly string[];
    }
>;

function created(data: Created, revision: number): MemberDocument {
  return {
    ...pick(data, ...MEMBERSHIP, ...PERSONAL),
    revision,
    firmId: data.firmOid,
    tid: sealedValue(data.tid),
    ...(data.lastName && { sortName: searchForm(`${data.lastName}\t${data.firstName}`) }),
    tickers: [],
    profile: omit(data, 'firmOid', 'tid', ...MEMBERSHIP, ...PERSONAL),
  };
}

/** The e-mail addresses of a member, normalized for comparison. */
export function emailsOf({ profile }: MemberDocument): readonly string[] {
  const { email1, email2 } = profile;
  return [email1, email2].flatMap((one) => (one === undefined ? [] : [emailForm(one)]));
}

export function emailForm(address: string): string {
  return address.toLowerCase();
}

/** Members by login id. */
export const memberDocuments: Projection<MemberDocument, MemberEvent> = {
  name: 'members.member',
  version: 3,
  indexes: [
    { name: 'byFirm', fields: ['firmId', 'loginId'] },
    { name: 'byName', fields: ['firmId', 'sortName', 'loginId'] },
    { name: 'byEmail', fields: ['emails', 'firmId', 'loginId'] },
  ],
  events: Object.keys(memberEvents) as MemberEvent['type'][],
  documents: (event) => [event.data.loginId],
  history: { streams: streamPerDocument(memberDecider), fixed: { byFirm: 2, byName: 3 } },
  hashed: (member) => ({ emails: emailsOf(member) }),

  fold(document, event) {
    const { revision } = event;
    if (event.type === 'member.MemberCreated') return created(event.data, revision);
    return document && { ...document, ...memberChanges(document, event), revision };
  },
};

type Personal = Contact & Omit<Identity, 'tid'>;

/** A trustee. Personal fields are missing once the person's key is destroyed. */
export type TrusteeDocument = { readonly [Field in keyof Personal]?: Personal[Field] } & {
  readonly loginId: string;
  /** Revision of the stream, for the entity tag. */
  readonly revision: number;
  readonly memberOid: string;
  /** The advisor firm: `firmOid` on the wire. */
  readonly firmId: string;
  readonly creationDate: Timestamp;
  /** Login ids of the persons who may see the trustee: the trustee, and the acting member who created the trustee. */
  readonly readers: readonly string[];
  readonly tid?: SealedValue;
};

/** Trustees by login id. */
export const trusteeDocuments: Projection<TrusteeDocument, TrusteeEvent> = {
  name: 'members.trustee',
  version: 3,
  indexes: [
    { name: 'byFirm', fields: ['firmId', 'loginId'] },
    { name: 'byReader', fields: ['firmId', 'readers', 'loginId'] },
  ],
  events: ['trustee.TrusteeCreated'],
  documents: (event) => [event.data.loginId],
  history: { streams: streamPerDocument(trusteeDecider), fixed: { byFirm: 2, byReader: 3 } },

  fold(_, { data, revision, metadata }) {
    const { firmOid: firmId, loginId, tid } = data;
    const { actingMember: creator = loginId } = metadata;
    return {
      ...omit(data, 'firmOid', 'tid'),
      revision,
      firmId,
      readers: [...new Set([loginId, creator])],
      ...(tid && { tid: sealedValue(tid) }),
    };
  },
};

import {
  omit,
  pick,
  type SealedValue,
  sealedValue,
  searchForm,
  type Ticker,
} from '#libs/platform/kernel';
import { streamPerDocument, type Projection } from '#libs/platform/read-models';
import {
  memberChanges,
  memberDecider,
  type MemberEvent,
  type MemberProfile,
  MEMBERSHIP,
  PERSONAL,
} from '../domain/index.js';
import type { MembersQuery } from '../http/index.js';
import { memberEvents } from '../member.registry.js';

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
function emailsOf({ profile }: MemberDocument): readonly string[] {
  const { email1, email2 } = profile;
  return [email1, email2].flatMap((one) => (one === undefined ? [] : [emailForm(one)]));
}

/** Normalizes an e-mail address for comparison. */
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

/** The filter of a list query. Of an erased member only the login id is known. */
export function memberFilter({
  loginId = '',
  name = '',
  email,
}: Partial<MembersQuery>): (member: MemberDocument) => boolean {
  const [part, address] = [searchForm(name), email && emailForm(email)];
  return (member) => {
    const { firstName = '', lastName = '' } = member;
    return (
      member.loginId.startsWith(loginId) &&
      (part === '' || searchForm(`${firstName} ${lastName}`).includes(part)) &&
      (address === undefined || emailsOf(member).includes(address))
    );
  };
}

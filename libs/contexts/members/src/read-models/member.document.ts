import {
  omit,
  pick,
  type SealedValue,
  sealedValue,
  searchForm,
  type Ticker,
} from '#libs/platform/kernel';
import { ownStream, type Projection } from '#libs/platform/read-models';
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

/** What of a profile stays when the person's key is destroyed. */
type Impersonal =
  | 'accreditedInvestorAnnualIncome'
  | 'accreditedInvestorNetWorth'
  | 'directorOrTenPercentShareholder'
  | 'finraAffiliated'
  | 'membershipType'
  | 'previousPrivatePlacementExperience'
  | 'residenceCountry';

type Created = Extract<MemberEvent, { type: 'member.MemberCreated' }>['data'];

/** A member as `GET /restapi/members/{loginId}` needs it. Personal fields are missing once the person's key is destroyed. */
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
      /** Last name, then first name, as lists are sorted by them. */
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

/** The e-mail addresses of a member, in the form in which two are the same. */
function emailsOf({ profile }: MemberDocument): readonly string[] {
  const { email1, email2 } = profile;
  return [email1, email2].flatMap((one) => (one === undefined ? [] : [emailForm(one)]));
}

/** An e-mail address without regard to letter case. */
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
  history: { streams: ownStream(memberDecider), fixed: { byFirm: 2, byName: 3 } },
  hashed: (member) => ({ emails: emailsOf(member) }),

  fold(document, event) {
    const { revision } = event;
    if (event.type === 'member.MemberCreated') return created(event.data, revision);
    return document && { ...document, ...memberChanges(document, event), revision };
  },
};

/** Whether a member is wanted. Of one whose data were erased nothing but the login id is known. */
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

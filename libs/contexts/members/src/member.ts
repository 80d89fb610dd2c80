import {
  conflict,
  decideBy,
  type Decider,
  equalJson,
  FieldCode,
  fieldProblem,
  gone,
  isRefusal,
  type LocalDate,
  notFound,
  omit,
  parseTicker,
  pathMismatches,
  type Problem,
  type Refusal,
  refuse,
  requiredProblem,
  type Rule,
  type Secret,
  type Ticker,
  type Timestamp,
} from '#libs/platform/kernel';
import type { CipStatus, MembershipState } from '#libs/contexts/codes';
import type { MemberEvent, OfMember } from './member.events.js';
import {
  type Address,
  ageProblems,
  compact,
  type Contact,
  type EmploymentStatus,
  type Identity,
  loginIdTaken,
  type MaritalStatus,
  memberRules,
  type OccupationType,
  postOfficeBoxProblems,
  type Requested,
  type TaxBracket,
  type WorthRange,
} from './person.js';

/** Ties to the industry and to listed companies, of a member or of a corporate firm. */
export interface Affiliations {
  readonly finraAffiliated: boolean;
  readonly finraCompany?: string;
  readonly directorOrTenPercentShareholder: boolean;
}

/** Affiliations as sent, with the companies ([member.finra], [member.directorOrTenPercentShareholderCompany]). */
export type RequestedAffiliations = Requested<
  Affiliations & { readonly directorOrTenPercentShareholderCompany: readonly string[] }
>;

const COMPANIES = 'directorOrTenPercentShareholderCompany';

/** Completes and checks affiliations; a flag that is not sent is true if its company is. */
export function affiliationsOf(sent: RequestedAffiliations): {
  readonly affiliations: Affiliations;
  /** Sorted, without duplicates. */
  readonly tickers: readonly Ticker[];
  readonly problems: readonly Problem[];
} {
  const finraCompany = sent.finraCompany ?? undefined;
  const finraAffiliated = sent.finraAffiliated ?? finraCompany !== undefined;
  const companies = (sent[COMPANIES] ?? []).filter((text) => text.trim() !== '').map(parseTicker);
  const tickers = [...new Set(companies.filter((ticker) => ticker !== undefined))].sort();
  const director = sent.directorOrTenPercentShareholder ?? companies.length > 0;
  const problems: Problem[] = [];
  if (finraAffiliated && finraCompany === undefined) {
    problems.push(requiredProblem('finraCompany', 'with finraAffiliated true'));
  } else if (!finraAffiliated && finraCompany !== undefined) {
    problems.push(fieldProblem('finraCompany', FieldCode.Value, 'finraAffiliated is false.'));
  }
  if (companies.includes(undefined)) {
    const message = 'Not every company is a valid ticker.';
    problems.push(memberRules.broken('member.tenpct.security.rule', message, COMPANIES));
  } else if (director && tickers.length === 0) {
    problems.push(requiredProblem(COMPANIES, 'with directorOrTenPercentShareholder true'));
  } else if (!director && tickers.length > 0) {
    const message = 'directorOrTenPercentShareholder is false.';
    problems.push(fieldProblem(COMPANIES, FieldCode.Value, message));
  }
  return {
    affiliations: compact({
      finraAffiliated,
      finraCompany,
      directorOrTenPercentShareholder: director,
    }),
    tickers,
    problems,
  };
}

/** Content of `memberProfileItems` ([member.memberProfileItems]). */
export interface MemberProfileItems {
  readonly topMarginalTaxBracket?: TaxBracket;
  readonly maritalStatus?: MaritalStatus;
}

/** Everything about a member that may change, except the companies ([member.update]). */
export interface MemberProfile extends Affiliations, Contact {
  readonly primaryAddress: Address;
  readonly employerAddress?: Address;
  readonly employerName?: string;
  readonly employmentStatus?: EmploymentStatus;
  readonly occupationType?: OccupationType;
  readonly annualIncome?: WorthRange;
  readonly liquidNetWorth?: WorthRange;
  readonly netWorth?: WorthRange;
  readonly dependentCount?: string;
  readonly residenceCountry: string;
  readonly accreditedInvestorAnnualIncome: boolean;
  readonly accreditedInvestorNetWorth: boolean;
  readonly previousPrivatePlacementExperience: boolean;
  readonly previousExperienceSector?: string;
  readonly memberProfileItems?: MemberProfileItems;
  readonly membershipType: string;
}

/** Optional profile fields as sent; null clears a field. */
type ProfileOptions = RequestedAffiliations &
  Requested<Omit<MemberProfile, keyof Affiliations | 'email1' | 'primaryAddress'>>;

/** A complete profile as sent. */
type SentProfile = ProfileOptions & Pick<MemberProfile, 'email1' | 'primaryAddress'>;

const DEFAULTS = {
  residenceCountry: 'US',
  accreditedInvestorAnnualIncome: false,
  accreditedInvestorNetWorth: false,
  previousPrivatePlacementExperience: false,
  membershipType: 'N',
};

/** Checks and completes a profile. The companies are separate, since they go into another event. */
function profileOf(sent: SentProfile): {
  readonly profile: MemberProfile;
  readonly tickers: readonly Ticker[];
  readonly problems: readonly Problem[];
} {
  const { affiliations, tickers, problems } = affiliationsOf(sent);
  const others = omit(
    sent,
    'finraAffiliated',
    'finraCompany',
    'directorOrTenPercentShareholder',
    'directorOrTenPercentShareholderCompany',
  );
  const boxes = postOfficeBoxProblems(
    'member.primary.address.cannot.be.po.box',
    sent.primaryAddress,
  );
  return {
    profile: { ...DEFAULTS, ...compact(others), ...affiliations },
    tickers,
    problems: [...boxes, ...problems],
  };
}

/** What an update changes: the new values, and the names of cleared optional fields. */
interface ProfileChanges {
  readonly changed: Partial<MemberProfile>;
  readonly cleared: readonly (keyof MemberProfile)[];
}

function profileChanges(before: Partial<MemberProfile>, after: MemberProfile): ProfileChanges {
  const changed = Object.fromEntries(
    Object.entries(after).filter(
      ([field, value]) => !equalJson(value, before[field as keyof MemberProfile]),
    ),
  ) as Partial<MemberProfile>;
  const cleared = (Object.keys(before) as (keyof MemberProfile)[]).filter(
    (field) => before[field] !== undefined && after[field] === undefined,
  );
  return { changed, cleared: cleared.sort() };
}

function withChanges<P extends Partial<MemberProfile>>(
  profile: P,
  { changed, cleared }: ProfileChanges,
): P {
  return Object.fromEntries(
    Object.entries({ ...profile, ...changed }).filter(
      ([field]) => !cleared.includes(field as keyof MemberProfile),
    ),
  ) as P;
}

export interface NewMember extends Identity, SentProfile {
  readonly loginId: string;
  readonly tid: Secret;
}

/** The changes to a member; omitted fields keep their values, null clears an optional one. */
export interface MemberChanges
  extends ProfileOptions, Partial<Pick<MemberProfile, 'email1' | 'primaryAddress'>> {
  /** Must match the path. */
  readonly loginId?: string;
}

/** Creates a member ([member.create]). */
export interface CreateMember {
  readonly type: 'CreateMember';
  readonly member: NewMember;
  readonly firm: { readonly firmId: string; readonly partnerCode?: string };
  readonly advisorLoginId?: string;
  /** Result of the identity check; PENDING_NEW if it comes later. */
  readonly identity: CipStatus;
}

export interface UpdateMember {
  readonly type: 'UpdateMember';
  /** Firm of the caller, to which the member must belong; absent for back office. */
  readonly firmId?: string;
  readonly loginId: string;
  readonly changes: MemberChanges;
}

export interface RecordIdentityResult {
  readonly type: 'RecordIdentityResult';
  readonly firmId?: string;
  readonly result: 'PASSED' | 'FAILED';
}

/** Requests another identity check after a failed one. */
export interface RequestIdentityCheck {
  readonly type: 'RequestIdentityCheck';
  readonly firmId?: string;
}

/** Ends or resumes the membership, on the firm's request. */
interface ChangeMembership {
  readonly type: 'ChangeMembership';
  /** Firm of the caller. */
  readonly firmId: string;
  readonly transState: MembershipState;
  /** Numbers of the member's open accounts. */
  readonly openAccounts: readonly string[];
}

/**
 * Decides the end of a membership that has begun, with everything in the log known: completes it, or takes it back. An account that was
 * opened beside it sends itself.
 */
interface DecideMembership {
  readonly type: 'DecideMembership';
  readonly firmId?: string;
  /** Numbers of the member's open accounts. */
  readonly openAccounts: readonly string[];
}

/** Adjusts the membership to the member's accounts: it lasts while one is open. */
interface FollowAccounts {
  readonly type: 'FollowAccounts';
  readonly firmId?: string;
  readonly hasOpenAccount: boolean;
}

export type MemberCommand =
  | CreateMember
  | UpdateMember
  | RecordIdentityResult
  | RequestIdentityCheck
  | ChangeMembership
  | DecideMembership
  | FollowAccounts;

/** State of a member. Personal fields are missing once the person's key is destroyed. */
export interface Member {
  readonly loginId: string;
  readonly memberOid: string;
  readonly firmOid: string;
  /** Login id of the API client or advisor who created the member. */
  readonly advisorLoginId?: string;
  readonly dateOfBirth?: LocalDate;
  readonly cipStatus: CipStatus;
  readonly transState: MembershipState;
  /** How far an end of the membership is: begun, or taken back because of these accounts. */
  readonly ending?:
    { readonly transState: MembershipState } | { readonly accounts: readonly string[] };
  /** The firm ended the membership in two steps, with no account open. */
  readonly endedInSteps?: boolean;
  readonly profile: Partial<MemberProfile>;
  /** Companies directed or held by ten percent. */
  readonly tickers: readonly Ticker[];
}

/** Undefined before the member is created. */
interface MemberState {
  readonly member?: Member;
}

type MemberRule<Command> = Rule<Member, Command, MemberEvent>;

const recordResult: MemberRule<RecordIdentityResult> = ({ result }, member) => {
  const { loginId, firmOid, cipStatus: previous } = member;
  if (result === previous) return [];
  return [{ type: 'member.IdentityCheckCompleted', data: { loginId, firmOid, result, previous } }];
};

/** The member, or a refusal if there is none, it is another firm's, or its personal data has been erased. */
export function memberIn(state: MemberState, firmId?: string): Member | Refusal {
  const { member } = state;
  if (member === undefined || (firmId !== undefined && firmId !== member.firmOid)) {
    return notFound();
  }
  return member.dateOfBirth === undefined ? gone() : member;
}

/** Changes to the fields that state and document share. */
export function memberChanges<P extends Partial<MemberProfile>>(
  { profile }: { readonly profile: P },
  event: Exclude<MemberEvent, { type: 'member.MemberCreated' }>,
) {
  switch (event.type) {
    case 'member.MemberUpdated': {
      const { cleared } = event.data;
      const changed = omit(event.data, 'loginId', 'firmOid', 'cleared');
      return { profile: withChanges(profile, { changed, cleared }) };
    }
    case 'member.TenPercentHoldingsChanged':
      return { tickers: event.data.after };
    case 'member.IdentityCheckRequested':
      return { cipStatus: 'PENDING_NEW' as const };
    case 'member.IdentityCheckCompleted':
      return { cipStatus: event.data.result };
    case 'member.MembershipEndBegun':
    case 'member.MembershipEndTakenBack':
      return {};
    case 'member.MembershipChanged':
      return { transState: event.data.transState };
  }
}

const identityFailed = memberRules.broken(
  'member.riskwise.rule',
  'The identity could not be verified.',
);

const createMember: Rule<MemberState, CreateMember, MemberEvent> = (command, state, context) => {
  const { member, firm, advisorLoginId, identity: cipStatus } = command;
  const { loginId, firstName, middleName, lastName, dateOfBirth, tid, ...sent } = member;
  const { profile, tickers, problems: wrong } = profileOf(sent);
  const problems = [
    ...wrong,
    ...ageProblems('dateOfBirth', dateOfBirth, sent.primaryAddress, context.now),
    ...(state.member === undefined ? [] : [loginIdTaken]),
    ...(cipStatus === 'FAILED' ? [identityFailed] : []),
  ];
  if (problems.length > 0) return refuse(...problems);
  const firmOid = firm.firmId;
  const events: MemberEvent[] = [
    {
      type: 'member.MemberCreated',
      data: compact({
        loginId,
        memberOid: context.ids.digits(16),
        firmOid,
        partnerCode: firm.partnerCode,
        advisorLoginId,
        creationDate: context.now,
        cipStatus,
        transState: 'RM' as const,
        firstName,
        middleName,
        lastName,
        dateOfBirth,
        tid,
        ...profile,
      }),
    },
  ];
  if (tickers.length > 0) events.push(holdingsChanged({ loginId, firmOid }, [], tickers));
  if (cipStatus === 'PENDING_NEW') {
    events.push({ type: 'member.IdentityCheckRequested', data: { loginId, firmOid } });
  }
  return events;
};

const updateMember: MemberRule<UpdateMember> = ({ loginId, changes }, member, { now }) => {
  const { profile, tickers, problems: wrong } = profileOf(merged(member, changes));
  const problems = [
    ...pathMismatches({ loginId }, changes),
    ...wrong,
    ...moveProblems(member, changes, now),
  ];
  if (problems.length > 0) return refuse(...problems);
  const { changed, cleared } = profileChanges(member.profile, profile);
  const { firmOid } = member;
  const events: MemberEvent[] = [];
  if (Object.keys(changed).length > 0 || cleared.length > 0) {
    events.push({ type: 'member.MemberUpdated', data: { loginId, firmOid, ...changed, cleared } });
  }
  if (!equalJson(tickers, member.tickers)) {
    events.push(holdingsChanged(member, member.tickers, tickers));
  }
  return events;
};

/** A member who moves must be of age in the new state. */
function moveProblems(
  { dateOfBirth, profile }: Member,
  { primaryAddress: home }: MemberChanges,
  now: Timestamp,
): readonly Problem[] {
  if (dateOfBirth === undefined || !home || home.state === profile.primaryAddress?.state) return [];
  return ageProblems('state', dateOfBirth, home, now);
}

/** The complete profile after the changes, as if sent as a whole. */
function merged(member: Member, changes: MemberChanges): SentProfile {
  const sent = omit(changes, 'loginId');
  const { directorOrTenPercentShareholder: flag, directorOrTenPercentShareholderCompany: named } =
    sent;
  const companies = named === undefined && flag !== false ? member.tickers : named;
  const stays = omit(
    member.profile as MemberProfile,
    'directorOrTenPercentShareholder',
    ...restatedFinra(member.profile, sent),
  );
  return { ...stays, ...sent, directorOrTenPercentShareholderCompany: companies ?? [] };
}

/** FINRA fields that the changes supersede: an earlier `false` if a company is sent, an earlier company if `false` is. */
function restatedFinra(
  profile: Member['profile'],
  changes: MemberChanges,
): ('finraCompany' | 'finraAffiliated')[] {
  if ((changes.finraCompany ?? undefined) !== undefined) return ['finraAffiliated'];
  const { finraAffiliated: answer = profile.finraAffiliated } = changes;
  return answer === true ? [] : ['finraCompany'];
}

/** A firm may end a membership only if no account is open. EM is set only by {@link followAccounts}. */
const changeMembership: MemberRule<ChangeMembership> = ({ transState, openAccounts }, member) => {
  if (transState === member.transState) return [];
  if (transState === 'EM') {
    const message = "A membership expires only when the member's last account is closed.";
    return refuse(fieldProblem('transState', FieldCode.NotUpdatable, message));
  }
  if (transState === 'RM') return changed(member, transState);
  if (openAccounts.length > 0) return heldOpen(openAccounts);
  const ending = endingOf(member);
  if (ending !== undefined) {
    return ending === transState
      ? []
      : conflict('The membership is being ended by another request; try again.');
  }
  const { loginId, firmOid } = member;
  return [{ type: 'member.MembershipEndBegun', data: { loginId, firmOid, transState } }];
};

/** The refusal to end a membership because of open accounts. */
export function heldOpen(accounts: readonly string[]): Refusal {
  return refuse(
    ...accounts.map((account) =>
      memberRules.broken('member.membership.rule', `${account} is open.`, 'transState'),
    ),
  );
}

/** The end of a membership that has begun. */
export function endingOf({ ending }: Member): MembershipState | undefined {
  return ending && 'transState' in ending ? ending.transState : undefined;
}

/** Completes or takes back the end of a membership that has begun; whoever comes first decides it. */
const decideMembership: MemberRule<DecideMembership> = ({ openAccounts: accounts }, member) => {
  const ending = endingOf(member);
  if (ending === undefined) return [];
  if (accounts.length === 0) return changed(member, ending);
  const { loginId, firmOid } = member;
  return [{ type: 'member.MembershipEndTakenBack', data: { loginId, firmOid, accounts } }];
};

/** An open account makes an expired membership RM; without any, RM expires to EM. What the firm ended stays ended. */
const followAccounts: MemberRule<FollowAccounts> = ({ hasOpenAccount }, member) => {
  const { transState } = member;
  if (hasOpenAccount) return transState === 'EM' ? changed(member, 'RM') : [];
  return transState === 'RM' ? changed(member, 'EM') : [];
};

function changed(
  { loginId, firmOid, transState: previous }: Member,
  transState: MembershipState,
): readonly MemberEvent[] {
  if (transState === previous) return [];
  return [{ type: 'member.MembershipChanged', data: { loginId, firmOid, transState, previous } }];
}

const requestCheck: MemberRule<RequestIdentityCheck> = (_, { loginId, firmOid, cipStatus }) =>
  cipStatus === 'FAILED'
    ? [{ type: 'member.IdentityCheckRequested', data: { loginId, firmOid } }]
    : [];

const decideKnown = decideBy<Member, Exclude<MemberCommand, CreateMember>, MemberEvent>({
  UpdateMember: updateMember,
  RecordIdentityResult: recordResult,
  RequestIdentityCheck: requestCheck,
  ChangeMembership: changeMembership,
  DecideMembership: decideMembership,
  FollowAccounts: followAccounts,
});

function evolveMember(
  member: Member,
  event: Exclude<MemberEvent, { type: 'member.MemberCreated' }>,
): Member {
  const next: Member = { ...member, ...memberChanges(member, event) };
  switch (event.type) {
    case 'member.MembershipEndBegun':
      return { ...next, ending: { transState: event.data.transState } };
    case 'member.MembershipEndTakenBack':
      return { ...next, ending: { accounts: event.data.accounts } };
    case 'member.MembershipChanged': {
      const ending = endingOf(member);
      // one that follows its accounts is still being ended
      if (ending !== undefined && ending !== event.data.transState) return next;
      return { ...omit(next, 'ending'), endedInSteps: ending !== undefined };
    }
    default:
      return next;
  }
}

/** Members, in stream `member-{loginId}`. */
export const memberDecider: Decider<MemberState, MemberCommand, MemberEvent> = {
  category: 'member',
  initial: {},

  evolve(state, event) {
    if (event.type === 'member.MemberCreated') {
      const { loginId, memberOid, firmOid, advisorLoginId, cipStatus, transState, dateOfBirth } =
        event.data;
      const profile = omit(event.data, 'firmOid', 'tid', ...MEMBERSHIP, ...PERSONAL);
      const ids = compact({ loginId, memberOid, firmOid, advisorLoginId });
      const member = { ...ids, cipStatus, transState, dateOfBirth, profile };
      return { member: { ...member, tickers: [] } };
    }
    const { member } = state;
    return member ? { member: evolveMember(member, event) } : state;
  },

  decide(command, state, context) {
    if (command.type === 'CreateMember') return createMember(command, state, context);
    const member = memberIn(state, command.firmId);
    return isRefusal(member) ? member : decideKnown(command, member, context);
  },
};

/** Fields of {@link MemberCreated} that are neither profile nor personal, except the firm. */
export const MEMBERSHIP = [
  'loginId',
  'memberOid',
  'partnerCode',
  'advisorLoginId',
  'creationDate',
  'cipStatus',
  'transState',
] as const;

/** Fields of {@link MemberCreated} that identify the person, except the tax id. */
export const PERSONAL = ['firstName', 'middleName', 'lastName', 'dateOfBirth'] as const;

function holdingsChanged(
  { loginId, firmOid }: OfMember,
  before: readonly Ticker[],
  after: readonly Ticker[],
): MemberEvent {
  return { type: 'member.TenPercentHoldingsChanged', data: { loginId, firmOid, before, after } };
}

import { Injectable } from '@nestjs/common';
import { billingPlans } from '#libs/contexts/billing';
import {
  ACCOUNT_OWNER,
  clientDocuments,
  firmDecider,
  firmDocuments,
  memberDecider,
  memberDocuments,
  trusteeDecider,
} from '#libs/contexts/members';
import { AggregateStore, type Claim, reservation, Reservations } from '#libs/platform/event-store';
import {
  type CommandMetadata,
  isLoginId,
  isNumericOid,
  isOid,
  loginIdKey,
  notFound,
  RefusedException,
} from '#libs/platform/kernel';
import { accountClass, type BillingLevel, isAccountNumber } from '#libs/contexts/codes';
import { ReadModels } from '#libs/platform/read-models';
import { OwnsReservations, type ReservationOwner } from '#libs/platform/service';
import type { AccountCaller } from './access.js';
import type {
  ApplyIdentityCheck,
  ApplyOwnerExclusions,
  BillingPlanFact,
  MemberFact,
  OpeningInput,
  TrusteeFact,
} from './account-commands.js';
import { type Account, ownersOf } from './account-state.js';
import { type AccountDocument, accountDocuments, AccountIndex } from './account.document.js';
import type { AccountOpened } from './account.events.js';
import { account } from './account.js';
import { accountNameKey } from './opening.js';

/** What accounts reserve across streams; the holder is the account number. */
const AccountClaimKind = {
  /** A name among the accounts of an owner; exclusive. */
  Name: 'account-name',
  /** The one account of a corporate firm; exclusive. */
  Corporate: 'corporate-account',
  /**
   * The login id of an owner; shared. A corporate firm holds the value of its firm rep exclusively, so a firm rep owns no accounts
   * ([firm.representative]).
   */
  Owner: ACCOUNT_OWNER,
} as const;

/** The fields of an account that determine its claims. */
interface HoldingAccount extends Pick<
  AccountOpened,
  'accountNumber' | 'accountType' | 'primaryAccountOwner' | 'jointOwners'
> {
  /** Missing once the owner's key has been destroyed. */
  readonly accountName?: string | undefined;
}

export function nameClaim(accountNumber: string, owner: string, accountName: string): Claim {
  const value = `${owner}|${accountNameKey(accountName)}`;
  return { kind: AccountClaimKind.Name, value, holder: accountNumber };
}

function corporateClaim(accountNumber: string, firmId: string): Claim {
  return { kind: AccountClaimKind.Corporate, value: firmId, holder: accountNumber };
}

export function ownerClaim(accountNumber: string, loginId: string): Claim {
  const value = loginIdKey(loginId);
  return { kind: AccountClaimKind.Owner, value, holder: accountNumber, mode: 'shared' };
}

export function claimsOf(holding: HoldingAccount): readonly Claim[] {
  const { accountNumber, accountType, accountName, primaryAccountOwner: owner } = holding;
  const ownership =
    accountClass(accountType) === 'corporate'
      ? [corporateClaim(accountNumber, owner)]
      : ownersOf(holding).map((loginId) => ownerClaim(accountNumber, loginId));
  return accountName === undefined
    ? ownership
    : [nameClaim(accountNumber, owner, accountName), ...ownership];
}

/** Reserve, append, confirm – for accounts. What an account actually holds is read from its stream. */
@OwnsReservations()
export class AccountReservations implements ReservationOwner {
  readonly kinds = Object.values(AccountClaimKind);

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly reservations: Reservations,
  ) {}

  /** Reserves all or none; returns false if another holder has one of them. */
  async take(claims: readonly Claim[], metadata: CommandMetadata): Promise<boolean> {
    const taken = await Promise.all(
      claims.map((claim) => this.reservations.reserve(claim, metadata)),
    );
    if (taken.every(Boolean)) return true;
    await this.resolve(
      claims.filter((_, index) => taken[index]),
      metadata,
    );
    return false;
  }

  /** Makes reservations permanent after the append. */
  async keep(claims: readonly Claim[], metadata: CommandMetadata): Promise<void> {
    await Promise.all(
      claims.map((claim) => this.reservations.keep(this.reservations.key(claim), claim, metadata)),
    );
  }

  /** Keeps the reservations the account actually holds and releases the rest. */
  async resolve(claims: readonly Claim[], metadata: CommandMetadata): Promise<void> {
    await Promise.all(
      claims.map(async (claim) => {
        const { kind, holder } = claim;
        const key = this.reservations.key(claim);
        const held = await this.holds(holder, key, kind);
        await this.reservations.resolve(key, { kind, holder }, held, metadata);
      }),
    );
  }

  /** Whether another holder has the claim's value, in any mode or exclusively. */
  async heldByAnother(
    claim: Claim,
    { exclusively = false }: { readonly exclusively?: boolean } = {},
  ): Promise<boolean> {
    const { state } = await this.aggregates.load(reservation, this.reservations.key(claim));
    return [...state].some(
      ([holder, { mode }]) => holder !== claim.holder && (!exclusively || mode === 'exclusive'),
    );
  }

  /** Position of the newest event about a claim's value; read models that include it show every account that held the value by then. */
  async positionOf(claim: Claim): Promise<bigint> {
    const { position } = await this.aggregates.load(reservation, this.reservations.key(claim));
    return position;
  }

  /** Whether the account with the holder's number really holds the value with this key, by its stream. */
  async holds(holder: string, key: string, kind: string): Promise<boolean> {
    if (!isAccountNumber(holder)) return false;
    const { state } = await this.aggregates.load(account, holder);
    if (!state.opened || state.neverOpened) return false;
    const { accountName } = state.details;
    return claimsOf({ ...state, accountName }).some(
      (claim) => claim.kind === kind && this.reservations.key(claim) === key,
    );
  }
}

/** What accounts need from other streams, read from the log. Malformed ids are never found. */
@Injectable()
export class OpeningFactsLookup {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly readModels: ReadModels,
    private readonly reservations: AccountReservations,
  ) {}

  /** A member whose data has not been erased. `accountNumber` is the account being opened. */
  async member(loginId: string, accountNumber: string): Promise<MemberFact | undefined> {
    if (!isLoginId(loginId)) return undefined;
    const [{ state }, isFirmRep] = await Promise.all([
      this.aggregates.load(memberDecider, loginId),
      this.reservations.heldByAnother(ownerClaim(accountNumber, loginId), { exclusively: true }),
    ]);
    const { member } = state;
    if (member?.dateOfBirth === undefined) return undefined;
    const { firmOid: firmId, cipStatus, transState, tickers } = member;
    return { loginId: member.loginId, firmId, isFirmRep, cipStatus, transState, tickers };
  }

  /** A corporate firm. `accountNumber` is the account being opened. */
  async corporateFirm(firmId: string, accountNumber: string) {
    if (!isNumericOid(firmId)) return undefined;
    const [{ state, position }, hasAccount] = await Promise.all([
      this.aggregates.load(firmDecider, firmId),
      this.reservations.heldByAnother(corporateClaim(accountNumber, firmId)),
    ]);
    const { corporate } = state;
    if (!corporate) return undefined;
    const tickers = await this.#tickersAt(firmId, position);
    const { parentFirmId: advisorFirmId, firmRep } = corporate;
    const { state: rep } = await this.aggregates.load(memberDecider, firmRep);
    const repTransState = rep.member?.transState;
    return { firmId, advisorFirmId, firmRep, repTransState, tickers, hasAccount };
  }

  /** Whether a person is an owner or trustee of an account, or the firm rep of its corporate owner. */
  async hasPart(
    person: string,
    { primaryAccountOwner: owner = '', jointOwners = [], trustees = [] }: Partial<OpeningInput>,
  ): Promise<boolean> {
    if ([owner, ...jointOwners, ...trustees].includes(person)) return true;
    if (!isNumericOid(owner)) return false;
    const { state } = await this.aggregates.load(firmDecider, owner);
    return state.corporate?.firmRep === person;
  }

  /** A trustee whose data has not been erased. */
  async trustee(loginId: string): Promise<TrusteeFact | undefined> {
    if (!isLoginId(loginId)) return undefined;
    const { trustee } = (await this.aggregates.load(trusteeDecider, loginId)).state;
    if (trustee?.dateOfBirth === undefined) return undefined;
    return { loginId: trustee.loginId, firmId: trustee.firmOid };
  }

  async billingPlan(firmId: string, oid: string): Promise<BillingPlanFact | undefined> {
    if (!isOid(oid)) return undefined;
    const { state } = await this.aggregates.load(billingPlans, firmId);
    return state.get(oid)?.plan;
  }

  /** Whether the firm bills each account separately or all accounts of a member alike. */
  async billingLevel(firmId: string): Promise<BillingLevel> {
    const { state } = await this.aggregates.load(firmDecider, firmId);
    return state.institutional?.billingLevel ?? 'account';
  }

  /** Accounts of an owner by an index, none older than `atLeast`. */
  accounts(index: string, owner: string, atLeast: bigint): AsyncGenerator<AccountDocument> {
    return this.readModels.of(accountDocuments).each({ index, equals: [owner] }, atLeast);
  }

  /** Numbers of the open accounts that a member owns, or that the firm the member represents owns; none older than `atLeast`. */
  async *openAccounts(loginId: string, atLeast: bigint): AsyncGenerator<string> {
    const accounts = this.accountsSignedBy(loginId, atLeast);
    for await (const { accountNumber, closed } of accounts) if (!closed) yield accountNumber;
  }

  /** Accounts that need or have a member's signature: the member's own, and that of the firm the member represents. */
  async *accountsSignedBy(loginId: string, atLeast: bigint): AsyncGenerator<AccountDocument> {
    yield* this.accounts(AccountIndex.Owner, loginId, atLeast);
    const selection = { index: 'byRepresentative', equals: [loginId], limit: 1 };
    const { items } = await this.readModels.of(firmDocuments).find(selection, atLeast);
    for (const { firmId } of items) yield* this.accounts(AccountIndex.Owner, firmId, atLeast);
  }

  /** The accounts of a primary owner that are billed together; none if the firm bills each account separately. */
  async billedTogether(firmId: string, owner: string, atLeast: bigint | Promise<bigint>) {
    const [level, position] = await Promise.all([this.billingLevel(firmId), atLeast]);
    if (level !== 'member') return [];
    const selection = { index: AccountIndex.PrimaryOwner, equals: [owner] };
    return this.readModels.of(accountDocuments).findAll(selection, position);
  }

  /** Billing plans of an owner's accounts if the firm bills per member. `accountNumber` is the account being opened. */
  async memberPlans(firmId: string, owner: string, accountNumber: string) {
    if (!isLoginId(owner)) return [];
    const newest = this.reservations.positionOf(ownerClaim(accountNumber, owner));
    const billed = await this.billedTogether(firmId, owner, newest);
    return billed.map(({ billingPlanOid }) => billingPlanOid);
  }

  /** The current exclusions from companies a member directs or holds ten percent of. */
  async exclusionsOf(loginId: string): Promise<ApplyOwnerExclusions> {
    const { state } = await this.aggregates.load(memberDecider, loginId);
    return { type: 'ApplyOwnerExclusions', loginId, tickers: state.member?.tickers ?? [] };
  }

  /** The same for a corporate firm. They are only in its document, and never change. */
  async exclusionsOfFirm(firmId: string): Promise<ApplyOwnerExclusions> {
    const { position } = await this.aggregates.load(firmDecider, firmId);
    const tickers = await this.#tickersAt(firmId, position);
    return { type: 'ApplyOwnerExclusions', loginId: firmId, tickers };
  }

  async #tickersAt(firmId: string, position: bigint): Promise<readonly string[]> {
    const firm = await this.readModels.of(firmDocuments).get(firmId, position);
    return firm?.firmType === 'G' ? (firm.directorOrTenPercentShareholderCompany ?? []) : [];
  }

  /** The current result of a member's identity check. */
  async identityCheckOf(loginId: string): Promise<ApplyIdentityCheck> {
    const { state } = await this.aggregates.load(memberDecider, loginId);
    return { type: 'ApplyIdentityCheck', loginId, cipStatus: state.member?.cipStatus };
  }

  /** Whether a login id is a member or trustee of the firm whose data has not been erased, or one of its API users. */
  async isLoginOf(firmId: string, loginId: string, atLeast?: bigint): Promise<boolean> {
    if (!isLoginId(loginId)) return false;
    const [member, trustee, apiUser] = await Promise.all([
      this.aggregates.load(memberDecider, loginId),
      this.aggregates.load(trusteeDecider, loginId),
      this.isApiUserOf(firmId, loginId, atLeast),
    ]);
    const person = member.state.member ?? trustee.state.trustee;
    return apiUser || (person?.firmOid === firmId && person.dateOfBirth !== undefined);
  }

  /** Whether a caller speaks for a member: the firm's API client for all members, an advisor for the advisor's clients. */
  async speaksFor({ firmItself, member }: AccountCaller, loginId: string): Promise<boolean> {
    if (firmItself === true) return true;
    if (member === undefined || !isLoginId(loginId)) return false;
    const { position } = await this.aggregates.load(memberDecider, loginId);
    const signer = await this.readModels.of(memberDocuments).get(loginId, position);
    return signer?.advisorLoginId === member;
  }

  async isApiUserOf(firmId: string, loginId: string, atLeast?: bigint): Promise<boolean> {
    const selection = { index: 'byLoginId', equals: [loginId], limit: 100 };
    const { items } = await this.readModels.of(clientDocuments).find(selection, atLeast);
    return items.some((client) => client.firmId === firmId && !client.revoked);
  }
}

/**
 * Loads an account from the log, for routes without the guard.
 * @throws RefusedException 404 if there is none
 */
export async function requireAccount(aggregates: AggregateStore, accountNumber: string) {
  return (await loadAccount(aggregates, accountNumber)).state;
}

/** {@link requireAccount}; the result goes with what this process learns of the account later. */
export async function loadAccount(
  aggregates: AggregateStore,
  accountNumber: string,
): Promise<{ readonly state: Account }> {
  if (isAccountNumber(accountNumber)) {
    const loaded = await aggregates.load(account, accountNumber);
    if (loaded.state.opened) return loaded as { readonly state: Account };
  }
  throw new RefusedException(notFound());
}

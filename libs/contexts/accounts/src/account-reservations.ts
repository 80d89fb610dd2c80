import { Injectable, type Type } from '@nestjs/common';
import { AggregateStore, type Claim, reservation, Reservations } from '#libs/platform/event-store';
import {
  accountClass,
  type AccountType,
  type CommandMetadata,
  isAccountNumber,
  loginIdKey,
} from '#libs/platform/kernel';
import { OwnsReservations, type ReservationOwner } from '#libs/platform/service';
import { ACCOUNT_OWNER } from '#libs/contexts/members';
import { account } from './domain/account.js';
import { accountNameKey } from './domain/details.js';
import { ownersOf } from './domain/state.js';

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
interface HoldingAccount {
  readonly accountNumber: string;
  readonly accountType: AccountType;
  /** Missing once the owner's key has been destroyed. */
  readonly accountName?: string | undefined;
  readonly primaryAccountOwner: string;
  readonly jointOwners: readonly string[];
}

/** The claim on a name among the accounts of an owner. */
export function nameClaim(accountNumber: string, owner: string, accountName: string): Claim {
  const value = `${owner}|${accountNameKey(accountName)}`;
  return { kind: AccountClaimKind.Name, value, holder: accountNumber };
}

/** The claim on a corporate firm's only account. */
export function corporateClaim(accountNumber: string, firmId: string): Claim {
  return { kind: AccountClaimKind.Corporate, value: firmId, holder: accountNumber };
}

/** The shared claim on an owner's login id. */
export function ownerClaim(accountNumber: string, loginId: string): Claim {
  const value = loginIdKey(loginId);
  return { kind: AccountClaimKind.Owner, value, holder: accountNumber, mode: 'shared' };
}

/** All claims of an account. */
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
@Injectable()
export class AccountReservations {
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
        const held = await this.holds(kind, holder, key);
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
  async holds(kind: string, holder: string, key: string): Promise<boolean> {
    if (!isAccountNumber(holder)) return false;
    const { state } = await this.aggregates.load(account, holder);
    if (!state.opened || state.neverOpened) return false;
    const { accountName } = state.details;
    return claimsOf({ ...state, accountName }).some(
      (claim) => claim.kind === kind && this.reservations.key(claim) === key,
    );
  }
}

function ownerOf(kind: string): Type<ReservationOwner> {
  @OwnsReservations()
  @Injectable()
  class HeldByAccount implements ReservationOwner {
    readonly kind = kind;

    constructor(private readonly accounts: AccountReservations) {}

    holds(holder: string, key: string): Promise<boolean> {
      return this.accounts.holds(kind, holder, key);
    }
  }
  return HeldByAccount;
}

/** Tell for each kind of reservation whether an account still holds it. */
export const accountReservationOwners = Object.values(AccountClaimKind).map(ownerOf);

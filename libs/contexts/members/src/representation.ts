import { Injectable } from '@nestjs/common';
import { reservation } from '#libs/platform/event-store';
import { firmDecider, memberDecider, type RepresentativeFacts } from './domain/index.js';
import { memberRules } from './domain/member-rules.js';
import { HeldLoginId } from './held-login-id.js';

/** Kind of the value that accounts hold shared for each owner, and a firm exclusively for its representative. */
export const ACCOUNT_OWNER = 'account-owner';

const notFree = memberRules.broken(
  'group.firm.invalid.representative',
  'The member owns accounts or represents a firm.',
  'firmRep',
);

/**
 * Keeps a firm rep free of accounts and of other firms ([firm.representative]). The value is that of the accounts' shared
 * reservations, so that either keeps the other out; the kind is the firms' own, so that the sweeper asks about each holder
 * where it is known.
 */
@Injectable()
export class Representation extends HeldLoginId<`firm:${string}`> {
  readonly kind = 'firm-rep';
  protected override readonly valuesOf = ACCOUNT_OWNER;
  protected readonly taken = notFree;

  /** What the rules about a firm rep look at. */
  async facts(loginId: string, firmId: string): Promise<RepresentativeFacts> {
    const [{ state }, { state: holders }] = await Promise.all([
      this.aggregates.load(memberDecider, loginId),
      this.aggregates.load(reservation, this.key(loginId)),
    ]);
    const { member } = state;
    const others = [...holders].filter(([holder]) => holder !== `firm:${firmId}`);
    return {
      firmId: member?.dateOfBirth === undefined ? undefined : member.firmOid,
      ownsAccounts: others.some(([, { mode }]) => mode === 'shared'),
      isFirmRep: others.some(([, { mode }]) => mode === 'exclusive'),
      identityFailed: member?.cipStatus === 'FAILED',
    };
  }

  protected async loginIdOf(holder: string): Promise<string | undefined> {
    const firmId = holder.slice(holder.indexOf(':') + 1);
    return (await this.aggregates.load(firmDecider, firmId)).state.corporate?.firmRep;
  }
}

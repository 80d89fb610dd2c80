import { Injectable } from '@nestjs/common';
import type { LocalDate, Secret } from '#libs/platform/kernel';

/** What an identity check is given. */
export interface PersonToCheck {
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: LocalDate;
  readonly tid: Secret;
}

/** A check whose answer comes later. */
export interface SubmittedCheck {
  /** The same check again has the same id. */
  readonly checkId: string;
  readonly loginId: string;
  readonly person: PersonToCheck;
}

/** Answer of an identity check; PENDING_NEW when somebody has to look first. */
export type IdentityResult = 'PASSED' | 'FAILED' | 'PENDING_NEW';

/** The check of a customer's identity ([member.identity-check]). Production puts a provider of such checks behind it. */
export abstract class IdentityProvider {
  /**
   * Checks at once.
   * @throws when the provider can't answer now; the request is then a 503.
   */
  abstract check(person: PersonToCheck): Promise<IdentityResult>;

  /**
   * Hands a check over. Its answer arrives as `PUT /backoffice/members/{loginid}/verification`. May be called again with the
   * same `checkId`, which is then the same check.
   * @throws when the provider can't take it now; it is then tried again.
   */
  abstract submit(check: SubmittedCheck): Promise<void>;
}

/** What becomes of tax ids that end so ([sandbox.identity]); all others pass. */
const RESULTS: Readonly<Record<string, IdentityResult>> = { 9999: 'FAILED', 9998: 'PENDING_NEW' };

/** The identity check of the embedded default: always the same answer for the same tax id, and no call to anybody. */
@Injectable()
export class SandboxIdentityProvider extends IdentityProvider {
  override check({ tid }: PersonToCheck): Promise<IdentityResult> {
    const serial = tid.reveal()?.slice(-4);
    return Promise.resolve(serial === undefined ? 'FAILED' : (RESULTS[serial] ?? 'PASSED'));
  }

  /** Takes the check and stays silent: the member is PENDING_NEW until back office answers ([member.pending], [back-office.verification]). */
  override submit(): Promise<void> {
    return Promise.resolve();
  }
}

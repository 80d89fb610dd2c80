import { Injectable } from '@nestjs/common';
import { NamedError } from '#libs/platform/kernel';
import type { Identity } from './person.js';

export type PersonToCheck = Required<Omit<Identity, 'middleName'>>;

/** An asynchronous check. */
export interface SubmittedCheck {
  /** Unchanged if the check is submitted again. */
  readonly checkId: string;
  readonly loginId: string;
  readonly person: PersonToCheck;
}

/** Result of an identity check; PENDING_NEW if it needs manual review. */
export type IdentityResult = 'PASSED' | 'FAILED' | 'PENDING_NEW';

/** The provider can't check now; the response is then 503. */
export class IdentityCheckUnavailableError extends NamedError {}

/** Checks a customer's identity ([member.identity-check]). In production, an external provider is behind it. */
export abstract class IdentityProvider {
  /**
   * Checks synchronously.
   * @throws if the provider can't check now; the response is then 503
   */
  abstract check(person: PersonToCheck): Promise<IdentityResult>;

  /**
   * Submits an asynchronous check; its result arrives as `PUT /backoffice/members/{loginid}/verification`. Must be idempotent by
   * `checkId`.
   * @throws if the provider can't accept it now; it is then submitted again
   */
  abstract submit(check: SubmittedCheck): Promise<void>;
}

/** Results by the last four digits of the tax id ([sandbox.identity]); all others pass. */
const RESULTS: Readonly<Record<string, IdentityResult>> = { 9999: 'FAILED', 9998: 'PENDING_NEW' };

/** The default provider: the result depends only on the tax id, and nothing is called. */
@Injectable()
export class SandboxIdentityProvider extends IdentityProvider {
  override check({ tid }: PersonToCheck): Promise<IdentityResult> {
    const serial = tid.reveal()?.slice(-4);
    return Promise.resolve(serial === undefined ? 'FAILED' : (RESULTS[serial] ?? 'PASSED'));
  }

  /** Does nothing: the member stays PENDING_NEW until back office reports a result ([member.pending], [back-office.verification]). */
  override submit(): Promise<void> {
    return Promise.resolve();
  }
}

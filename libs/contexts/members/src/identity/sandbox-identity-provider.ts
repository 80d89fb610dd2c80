import { Injectable } from '@nestjs/common';
import { IdentityProvider, type IdentityResult, type PersonToCheck } from './identity-provider.js';

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

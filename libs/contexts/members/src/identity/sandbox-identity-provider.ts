import { Injectable } from '@nestjs/common';
import { IdentityProvider, type IdentityResult, type PersonToCheck } from './identity-provider.js';

/** Tax ids that end so fail the sandbox's check; all others pass. */
const FAILING_SERIAL = '9999';

/** The identity check of the embedded default: always the same answer for the same tax id, and no call to anybody. */
@Injectable()
export class SandboxIdentityProvider extends IdentityProvider {
  override check({ tid }: PersonToCheck): Promise<IdentityResult> {
    const failed = tid.reveal()?.endsWith(FAILING_SERIAL) ?? true;
    return Promise.resolve(failed ? 'FAILED' : 'PASSED');
  }

  /** Takes the check and stays silent: the member is PENDING_NEW until back office answers ([member.pending], [back-office.verification]). */
  override submit(): Promise<void> {
    return Promise.resolve();
  }
}

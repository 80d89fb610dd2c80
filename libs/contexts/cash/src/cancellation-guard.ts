import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AccountGuard } from '#libs/contexts/accounts';
import { RefusedException } from '#libs/platform/http';
import { Refusal } from '#libs/platform/kernel';

const notPermitted = new Refusal('forbidden', [
  {
    type: 'FORBIDDEN',
    errorCode: '9051',
    message: 'The caller may not cancel cash transactions of this account.',
  },
]);

/** The guard of accounts, whose 403 has the code of cancellations ([cash.cancel]). */
@Injectable()
export class CancellationGuard extends AccountGuard {
  override async canActivate(execution: ExecutionContext): Promise<boolean> {
    try {
      return await super.canActivate(execution);
    } catch (error) {
      throw error instanceof RefusedException && error.status === 403
        ? new RefusedException(notPermitted)
        : error;
    }
  }
}

import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountView, restrictionProblem } from '#libs/contexts/accounts';
import type { RequestContext } from '#libs/platform/http';
import type { Payload } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { BankLinkFacts } from '../bank-link-facts.js';
import type { VerifyOwner } from '../domain/bank-link.commands.js';
import { bankLink } from '../domain/bank-link.js';

/** Verifies a link because its owner or the owner's firm vouches for it ([bank-link.owner-verification]). */
export class VerifyOwnerCommand extends UseCaseCommand<typeof bankLink, Verification> {}

interface Verification extends Payload<VerifyOwner> {
  readonly account: AccountView;
  readonly by: Pick<RequestContext, 'caller' | 'present'>;
}

@CommandHandler(VerifyOwnerCommand)
export class VerifyOwnerHandler implements ICommandHandler<VerifyOwnerCommand> {
  constructor(
    private readonly commands: CommandRunner,
    private readonly facts: BankLinkFacts,
  ) {}

  async execute({ payload: { account, by, ...rest }, metadata }: VerifyOwnerCommand) {
    const { bankLinkOid, input } = rest;
    const owner = await this.facts.owner(account, input.ownerLoginId);
    const mayVouch = mayVouchFor(by.caller, input.ownerLoginId);
    const facts = { ...owner, mayVouch, restriction: restrictionProblem(account, 'bankLink') };
    const command = { type: 'VerifyOwner', ...rest, facts } as const;
    return this.commands.executeOrThrow(bankLink, bankLinkOid, command, metadata);
  }
}

/** Owners vouch for themselves; an entitled firm (`ownerVerification`) by its API client without an acting member. */
function mayVouchFor(
  { member, firmItself, entitlements }: Verification['by']['caller'],
  ownerLoginId: string,
): boolean {
  if (member === ownerLoginId) return true;
  return firmItself === true && entitlements.includes('ownerVerification');
}

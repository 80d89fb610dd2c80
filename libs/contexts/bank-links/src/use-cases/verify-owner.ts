import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountView, restrictionProblem } from '#libs/contexts/accounts';
import { ActingPersons } from '#libs/contexts/members';
import type { RequestContext } from '#libs/platform/http';
import type { Payload } from '#libs/platform/kernel';
import { Commands, UseCaseCommand } from '#libs/platform/service';
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
    private readonly commands: Commands,
    private readonly facts: BankLinkFacts,
    private readonly persons: ActingPersons,
  ) {}

  async execute({ payload: { account, by, ...rest }, metadata }: VerifyOwnerCommand) {
    const { bankLinkOid, input } = rest;
    const [owner, mayVouch] = await Promise.all([
      this.facts.owner(account, input.ownerLoginId),
      this.#mayVouch(by, input.ownerLoginId),
    ]);
    const facts = { ...owner, mayVouch, restriction: restrictionProblem(account, 'bankLink') };
    const command = { type: 'VerifyOwner', ...rest, facts } as const;
    return this.commands.executeOrThrow(bankLink, bankLinkOid, command, metadata);
  }

  /** Owners vouch for themselves; an entitled firm (`ownerVerification`) by its API client without an acting member. */
  async #mayVouch(by: Verification['by'], ownerLoginId: string): Promise<boolean> {
    const { member, entitlements } = by.caller;
    if (member === ownerLoginId) return true;
    return entitlements.includes('ownerVerification') && this.persons.isFirmItself(by);
  }
}

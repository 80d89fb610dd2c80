import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Caller, ProblemsException, throwIfRefused } from '#libs/platform/http';
import { FieldCode, fieldProblem, personKeyId } from '#libs/platform/kernel';
import {
  type DocumentVault,
  type StoredDocument,
  SubjectErasedError,
} from '#libs/platform/runtime';
import { CommandRunner, UseCaseCommand, VAULT } from '#libs/platform/service';
import type { AccountView } from '../account-access.js';
import { account } from '../domain/account.js';
import type { SignAgreement } from '../domain/commands.js';
import { submissionRefusal } from '../domain/signing.js';
import { OpeningFactsLookup } from '../opening-facts.js';

/** Submits a signature on the customer agreement ([signature.response]). */
export class SignAgreementCommand extends UseCaseCommand<
  typeof account,
  {
    readonly account: AccountView;
    readonly signature: Omit<SignAgreement['signature'], 'documentKey' | 'sha256'>;
    readonly document: Buffer;
    readonly caller: Caller;
  }
> {}

/** Stores the document in the vault before the event that names it, but only if the caller may submit it. */
@CommandHandler(SignAgreementCommand)
export class SignAgreementHandler implements ICommandHandler<SignAgreementCommand> {
  constructor(
    private readonly commands: CommandRunner,
    private readonly people: OpeningFactsLookup,
    @Inject(VAULT) private readonly vault: DocumentVault,
  ) {}

  async execute({ payload, metadata }: SignAgreementCommand) {
    const { account: on, signature, document, caller } = payload;
    const { loginId } = signature;
    const speaksForSigner = await this.people.speaksFor(caller, loginId);
    throwIfRefused(submissionRefusal(on, caller, loginId, speaksForSigner));
    const { key: documentKey, sha256 } = await this.#store(loginId, document);
    const command = {
      type: 'SignAgreement',
      caller,
      facts: { speaksForSigner },
      signature: { ...signature, documentKey, sha256 },
    } as const;
    return this.commands.executeOrThrow(account, on.accountNumber, command, metadata);
  }

  async #store(loginId: string, bytes: Buffer): Promise<StoredDocument> {
    try {
      return await this.vault.put(bytes, { subject: personKeyId(loginId) });
    } catch (error) {
      if (!(error instanceof SubjectErasedError)) throw error;
      const message = "The member's data has been erased.";
      throw new ProblemsException(400, [fieldProblem('loginId', FieldCode.Value, message)]);
    }
  }
}

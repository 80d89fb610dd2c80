import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  account,
  accountDocuments,
  closedProblem,
  jointly,
  requireAccount,
  restrictionProblem,
} from '#libs/contexts/accounts';
import { memberDocuments } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import { isNumericOid, type Payload } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { derivedOid } from '#libs/platform/runtime';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import {
  bankLinkOf,
  cashStreamId,
  type CreateInput,
  type CreateTransaction,
  type ReportTransaction,
} from './cash-state.js';
import { BankLinkDirectory, seriesObstacle } from './cash.facts.js';
import { cash } from './cash.js';

/** Creates a cash transaction, or a series with its first transaction ([cash.create]). */
export class CreateTransactionCommand extends UseCaseCommand<
  typeof cash,
  Pick<CreateTransaction, 'accountNumber' | 'input'>
> {}

@CommandHandler(CreateTransactionCommand)
export class CreateTransactionHandler implements ICommandHandler<CreateTransactionCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly readModels: ReadModels,
    private readonly bankLinks: BankLinkDirectory,
  ) {}

  async execute({ payload: { accountNumber, input }, metadata }: CreateTransactionCommand) {
    // stable, so that a repeated command finds its own stream
    const oid = derivedOid(metadata.commandId, 'cash-transaction');
    const facts = await this.#facts(accountNumber, input);
    const command = { type: 'CreateTransaction', accountNumber, oid, input, facts } as const;
    return this.commands.executeOrThrow(cash, cashStreamId(accountNumber, oid), command, metadata);
  }

  /** Facts for checking and describing a transaction, read from the log. The request has already loaded the account. */
  async #facts(accountNumber: string, input: CreateInput): Promise<CreateTransaction['facts']> {
    const { state, position } = await this.aggregates.loadCached(account, accountNumber);
    if (!state.opened) throw new Error(`account ${accountNumber} does not exist`);
    const { firmId, accountType, primaryAccountOwner, details } = state;
    const link = bankLinkOf(input);
    const [bankLink, accountRegistration] = await Promise.all([
      link === undefined ? undefined : this.bankLinks.find(link),
      this.#registration(accountNumber, position),
    ]);
    const own = bankLink?.accountNumber === accountNumber ? link : undefined;
    return {
      firmId,
      accountType,
      primaryAccountOwner,
      ...jointly(state),
      bankLink,
      restriction: restrictionProblem(state),
      accountDescription: details.accountName ?? accountNumber,
      bankDescription: own === undefined ? undefined : await this.bankLinks.describe(own),
      accountRegistration,
    };
  }

  /** The registered name of an entity or trust, else the names of the owners. */
  async #registration(accountNumber: string, atLeast: bigint): Promise<string | undefined> {
    const document = await this.readModels.of(accountDocuments).get(accountNumber, atLeast);
    if (!document) return undefined;
    const { accountRegistrationInfo, owners } = document;
    if (accountRegistrationInfo !== undefined) return accountRegistrationInfo;
    const members = await this.readModels.of(memberDocuments).getMany(owners, atLeast);
    const names = members.map((member) =>
      [member?.firstName, member?.lastName].filter((name) => name !== undefined).join(' '),
    );
    return names.filter((name) => name !== '').join(' and ');
  }
}

/** Back office: reports a cash transaction or changes one ([back-office.cashtransactions]). */
export class ReportTransactionCommand extends UseCaseCommand<
  typeof cash,
  Payload<ReportTransaction>
> {}

@CommandHandler(ReportTransactionCommand)
export class ReportTransactionHandler implements ICommandHandler<ReportTransactionCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly bankLinks: BankLinkDirectory,
  ) {}

  async execute({ payload, metadata, expectedRevision }: ReportTransactionCommand) {
    const { accountNumber, oid } = payload;
    const account = await requireAccount(this.aggregates, accountNumber);
    const { firmId, primaryAccountOwner } = account;
    const { sourceId, targetId } = payload.input;
    const named = [sourceId, targetId].find((id) => isNumericOid(id ?? ''));
    const facts = {
      firmId,
      primaryAccountOwner,
      ...jointly(account),
      obstacle: seriesObstacle(account),
      closed: closedProblem(account),
      bankLink: typeof named === 'string' ? await this.bankLinks.find(named) : undefined,
    };
    const command = { type: 'ReportTransaction', ...payload, expectedRevision, facts } as const;
    return this.commands.executeOrThrow(cash, cashStreamId(accountNumber, oid), command, metadata);
  }
}

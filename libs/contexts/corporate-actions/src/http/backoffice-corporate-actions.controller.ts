import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { requireAccount } from '#libs/contexts/accounts';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Answer,
  commandMetadata,
  RefusedException,
  requireValid,
  type RowRequest,
} from '#libs/platform/http';
import { isOid, notFound } from '#libs/platform/kernel';
import { BackOfficeRow } from '#libs/platform/service';
import { corporateActionRules } from '../domain/corporate-action-rules.js';
import { PutActionCommand } from '../use-cases/put-action.js';
import { CorporateActionDto } from './corporate-action.dto.js';

/** Corporate actions come from the back office ([back-office.corporateactions]). */
@Controller()
export class BackofficeCorporateActionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
  ) {}

  /** The whole action as GET shows it; votes that were cast stay, whatever the body says of them. */
  @BackOfficeRow('accounts/:accountnumber/corporateactions/:notificationid', {
    summary: 'Define or change a corporate action',
    body: CorporateActionDto,
    partition: ({ accountnumber, notificationid }) =>
      `corporate action ${accountnumber} ${notificationid}`,
    errors: corporateActionRules.of('invalid.for.question.type'),
  })
  async put({
    params: { accountnumber: accountNumber, notificationid: notifid },
    body,
    context,
  }: RowRequest<CorporateActionDto, 'accountnumber' | 'notificationid'>): Promise<Answer> {
    if (!isOid(notifid)) throw new RefusedException(notFound());
    await requireAccount(this.aggregates, accountNumber);
    const asked = { accountNumber, notifid, report: requireValid(body) };
    const outcome = await this.commands.execute(
      new PutActionCommand(asked, commandMetadata(context), context.ifMatch),
    );
    return Answer.updated(outcome);
  }
}

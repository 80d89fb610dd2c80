import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { account } from '#libs/contexts/accounts';
import { AggregateStore } from '#libs/platform/event-store';
import { Answer, RefusedException, requireValid, type RowRequest } from '#libs/platform/http';
import { isAccountNumber, isOid, notFound } from '#libs/platform/kernel';
import { BackOfficeRow, carryOut } from '#libs/platform/service';
import { actionId, corporateAction } from '../domain/corporate-action.js';
import { CorporateActionDto } from './corporate-action.dto.js';
import { corporateActionRules } from '../domain/corporate-action-rules.js';

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
    const known = isAccountNumber(accountNumber) && isOid(notifid);
    if (!known || !(await this.aggregates.load(account, accountNumber)).state.opened) {
      throw new RefusedException(notFound());
    }
    const outcome = await carryOut(
      this.commands,
      context,
      corporateAction,
      actionId(accountNumber, notifid),
      { type: 'PutAction', accountNumber, notifid, report: requireValid(body) },
      { expectedRevision: context.ifMatch },
    );
    return Answer.updated(outcome);
  }
}

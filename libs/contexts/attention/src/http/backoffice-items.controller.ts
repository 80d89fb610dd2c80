import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { memberDecider } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import { Answer, RefusedException, requireValid, type RowRequest } from '#libs/platform/http';
import {
  FieldCode,
  fieldProblem,
  isLoginId,
  isOid,
  notFound,
  type Problem,
} from '#libs/platform/kernel';
import { BackOfficeRow } from '#libs/platform/service';
import { PutItemCommand } from '../use-cases/put-item.js';
import { PutItemDto } from './item.dto.js';
import { itemRules } from '../domain/items-rules.js';

/** Items for attention from the back office ([back-office.ifas]). */
@Controller()
export class BackofficeItemsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
  ) {}

  @BackOfficeRow('members/:loginid/ifas/:id', {
    summary: 'Raise or change an item for attention',
    body: PutItemDto,
    partition: ({ id }) => `item ${id}`,
    request: {
      ifaType: 'NO',
      targetOid: 'RA1B2C3D4E',
      targetOidType: 'A',
      forceView: true,
      readDocumentPath: '/documents/r',
    },
    errors: itemRules.of('ifa.id.taken.rule'),
  })
  async put({
    params: { loginid: loginId, id },
    body,
    context,
  }: RowRequest<PutItemDto, 'loginid' | 'id'>) {
    if (!isLoginId(loginId) || !isOid(id)) throw new RefusedException(notFound());
    const { member } = (await this.aggregates.load(memberDecider, loginId)).state;
    if (!member) throw new RefusedException(notFound());
    const { memberOid, firmOid: firmId } = member;
    const report = requireValid(body, memberProblem(body.value, memberOid)).report();
    const asked = { id, loginId, member: { memberOid, firmId }, ...report };
    const outcome = await this.commands.execute(new PutItemCommand(asked, context));
    return Answer.updated(outcome);
  }
}

/** A member id in the body that is not that of the member in the path. */
function memberProblem(
  { memberOid: sent }: Pick<PutItemDto, 'memberOid'>,
  memberOid: string,
): Problem | undefined {
  if ((sent ?? memberOid) === memberOid) return undefined;
  const message = 'Not the member id of the member in the path.';
  return fieldProblem('memberOid', FieldCode.Value, message);
}

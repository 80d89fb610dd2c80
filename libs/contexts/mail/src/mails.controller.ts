import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  Context,
  Describes,
  listAnswer,
  type RequestContext,
  Response,
  ForRoles,
} from '#libs/platform/http';
import { isOid, notFound, RefusedException } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { DirectCommand } from '#libs/platform/service';
import { mailDocuments, MailIndex } from './mail.document.js';
import { MailResponse, MailsQuery, toMailResponse } from './mail.dto.js';
import { mailDecider, mailRules } from './mail.js';

const PAGE = 100;

/** Due, sent and failed mails. */
@Controller('operator/mails')
export class MailsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly readModels: ReadModels,
  ) {}

  /** Newest first. */
  @Get()
  @ForRoles('operator', 'auditor')
  @Describes('List mails', { shape: MailResponse, list: true, pages: PAGE })
  list(@Context() { consistency }: RequestContext, @Query() query: MailsQuery) {
    const { status = 'failed' } = query;
    const selection = { index: MailIndex.Status, equals: [status], order: 'descending' } as const;
    return listAnswer(query, {
      page: this.readModels.of(mailDocuments).pages(selection, consistency),
      show: toMailResponse,
      defaultLimit: PAGE,
    });
  }

  @Get(':mailid')
  @ForRoles('operator', 'auditor')
  @Describes('Get a mail', { shape: MailResponse })
  async get(@Param('mailid') mailId: string, @Context() { consistency }: RequestContext) {
    const mail = await this.readModels.of(mailDocuments).shown(mailId, consistency);
    if (!mail) throw new RefusedException(notFound());
    return Response.ok(toMailResponse(mail), { revision: mail.revision });
  }

  @Post(':mailid/requeue')
  @ForRoles('operator')
  @Describes('Requeue a failed mail', { status: 200, errors: mailRules.of('mail.not.failed.rule') })
  async requeue(@Param('mailid') mailId: string, @Context() context: RequestContext) {
    if (!isOid(mailId)) throw new RefusedException(notFound());
    const direct = new DirectCommand(mailDecider, mailId, { type: 'RequeueMail' }, context);
    return Response.updated(await this.commands.execute(direct));
  }
}

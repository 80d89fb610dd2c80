import { Code, Identifier, Int, IsoTimestamp, PageQuery, Text } from '#libs/platform/http';
import { omit, wireTimestamp } from '#libs/platform/kernel';
import type { MailDocument } from './mail.document.js';

const MAIL_STATUSES = ['due', 'sent', 'failed'] as const;

/** Query of `GET /operator/mails`. */
export class MailsQuery extends PageQuery {
  @Code(MAIL_STATUSES, 'Default: failed')
  status?: (typeof MAIL_STATUSES)[number];
}

/** A mail as an operator sees it. */
export class MailResponse {
  @Identifier('Id of the mail', { example: '6745009223' })
  mailId!: string;

  @Text('Login id of the recipient', { example: 'jane.doe' })
  loginId!: string;

  @Identifier('Firm of the recipient', { example: '1000000001' })
  firmId!: string;

  @Text('Topic of the mail', { example: 'rtg-model-changed' })
  topic!: string;

  @Text('Subject line', { example: 'A model you follow has changed: Balanced' })
  subject!: string;

  @Code(MAIL_STATUSES, 'due (or being sent), sent or failed')
  status!: (typeof MAIL_STATUSES)[number];

  @Int('Number of attempts')
  attempts!: number;

  @IsoTimestamp('When it was requested')
  requestedAt!: string;

  @IsoTimestamp('Next attempt; null once sent or failed', { nullable: true })
  dueAt!: string | null;

  @Code(
    ['refused', 'given-up', 'no-address', 'unconfirmed'],
    'Why it failed. unconfirmed: the mail server may have it, but the process that sent it died before the response',
    { nullable: true },
  )
  failure!: string | null;

  @Text('Last reply code of the mail server, or what went wrong', {
    nullable: true,
    example: '250',
  })
  code!: string | null;
}

/** A mail as an operator sees it. */
export function toMailResponse(mail: MailDocument): MailResponse {
  return {
    ...omit(mail, 'text', 'offered', 'deferrals', 'triedSince', 'revision'),
    requestedAt: wireTimestamp(mail.requestedAt),
    dueAt: mail.dueAt === null ? null : wireTimestamp(mail.dueAt),
  };
}

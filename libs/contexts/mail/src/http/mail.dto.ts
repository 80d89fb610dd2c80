import { Code, Identifier, Int, IsoTimestamp, PageQuery, Text } from '#libs/platform/http';

const MAIL_STATUSES = ['due', 'sent', 'failed'] as const;

/** Query of `GET /operator/mails`. */
export class MailsQuery extends PageQuery {
  @Code(MAIL_STATUSES, { description: 'Default: failed' })
  status?: (typeof MAIL_STATUSES)[number];
}

/** A mail as an operator sees it. */
export class MailAnswer {
  @Identifier({ description: 'Id of the mail', example: '6745009223' })
  mailId!: string;

  @Text({ description: 'Login id of the recipient', example: 'jane.doe' })
  loginId!: string;

  @Identifier({ description: 'Firm of the recipient', example: '1000000001' })
  firmId!: string;

  @Text({
    description: 'What it is about, such as rtg-model-changed',
    example: 'rtg-model-changed',
  })
  topic!: string;

  @Text({ description: 'Subject line', example: 'A model you follow has changed: Balanced' })
  subject!: string;

  @Code(MAIL_STATUSES, { description: 'Whether it is due (or being sent), sent or failed' })
  status!: (typeof MAIL_STATUSES)[number];

  @Int({ description: 'How often it was handed to the mail server' })
  attempts!: number;

  @IsoTimestamp({ description: 'When it was asked for' })
  requestedAt!: string;

  @IsoTimestamp({
    description: 'Next attempt; null once it was sent or has failed',
    nullable: true,
  })
  dueAt!: string | null;

  @Code(['refused', 'given-up', 'no-address', 'unconfirmed'], {
    nullable: true,
    description:
      'Why it was given up. Unconfirmed: the mail server may have it, but the process that sent it died before the answer',
  })
  failure!: string | null;

  @Text({
    description: "The mail server's last reply code, or what went wrong",
    nullable: true,
    example: '250',
  })
  code!: string | null;
}

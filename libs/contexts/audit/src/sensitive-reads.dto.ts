import {
  Code,
  Identifier,
  Int,
  IsoTimestamp,
  ListOfText,
  PageQuery,
  PeriodBound,
  Text,
} from '#libs/platform/http';

export class SensitiveReadsQuery extends PageQuery {
  @Identifier('Reads of this account, including those of its whole firm', { example: 'RA1B2C3D4E' })
  account?: string;

  @Identifier('Reads of this member or trustee, including those of the whole firm', {
    example: 'jane.doe',
  })
  member?: string;

  @Identifier('Reads of this firm as a whole', { example: '1000000001' })
  firm?: string;

  @PeriodBound('from', 'From this moment, inclusive')
  from?: string;

  @PeriodBound('to', 'Up to this moment, exclusive')
  to?: string;
}

/** A sensitive read: who was shown what. */
export class SensitiveReadResponse {
  @IsoTimestamp('When it was shown')
  time!: string;

  @Code(['fullTid', 'asOf', 'export'], 'What was shown')
  kind!: string;

  @ListOfText('Whose data it is, e.g. member:jdoe', { example: ['member:jane.doe'] })
  subjects!: readonly string[];

  @IsoTimestamp('Moment of the past state that was read', { nullable: true })
  asOf!: string | null;

  @Text('API key or token subject', { example: 'acme-key' })
  caller!: string;

  @Identifier('Firm of the caller', { nullable: true, example: '1000000001' })
  firmId!: string | null;

  @Identifier('Login id of the acting member', { nullable: true, example: 'acme.api' })
  actingMember!: string | null;

  @Identifier('X-Associated-Member-Id of the request', { nullable: true, example: 'jane.doe' })
  associatedMember!: string | null;

  @Text('HTTP method', { example: 'GET' })
  method!: string;

  @Text('Route template', { example: '/restapi/members/{loginid}' })
  route!: string;

  @Text('X-Request-Id of the request', { example: '7f9c24e5-0d3b-4c46-9a1e-6f0f6b1f2c11' })
  requestId!: string;

  @Int(
    'How many reads of the caller it stands for: those since the record before it. All else is of the newest',
  )
  reads!: number;
}

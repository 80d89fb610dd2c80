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
  @Identifier({
    description: 'Reads of this account, including those of its whole firm',
    example: 'RA1B2C3D4E',
  })
  account?: string;

  @Identifier({
    description: 'Reads of this member or trustee, including those of the whole firm',
    example: 'jane.doe',
  })
  member?: string;

  @Identifier({ description: 'Reads of this firm as a whole', example: '1000000001' })
  firm?: string;

  @PeriodBound('from', { description: 'From this moment, inclusive' })
  from?: string;

  @PeriodBound('to', { description: 'Up to this moment, exclusive' })
  to?: string;
}

/** A sensitive read: who was shown what. */
export class SensitiveReadResponse {
  @IsoTimestamp({ description: 'When it was shown' })
  time!: string;

  @Code(['fullTid', 'asOf', 'export'], { description: 'What was shown' })
  kind!: string;

  @ListOfText({ description: 'Whose data it is, e.g. member:jdoe', example: ['member:jane.doe'] })
  subjects!: readonly string[];

  @IsoTimestamp({ nullable: true, description: 'Moment of the past state that was read' })
  asOf!: string | null;

  @Text({ description: 'API key or token subject', example: 'acme-key' })
  caller!: string;

  @Identifier({ nullable: true, description: 'Firm of the caller', example: '1000000001' })
  firmId!: string | null;

  @Identifier({ nullable: true, description: 'Login id of the acting member', example: 'acme.api' })
  actingMember!: string | null;

  @Identifier({
    nullable: true,
    description: 'X-Associated-Member-Id of the request',
    example: 'jane.doe',
  })
  associatedMember!: string | null;

  @Text({ description: 'HTTP method', example: 'GET' })
  method!: string;

  @Text({ description: 'Route template', example: '/restapi/members/{loginid}' })
  route!: string;

  @Text({
    description: 'X-Request-Id of the request',
    example: '7f9c24e5-0d3b-4c46-9a1e-6f0f6b1f2c11',
  })
  requestId!: string;

  @Int({
    description:
      'How many reads of the caller it stands for: those since the record before it. All else is of the newest',
  })
  reads!: number;
}

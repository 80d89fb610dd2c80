import { Digits, Identifier, ObjectOf, Text } from '#libs/platform/http';

/** Where a check is sent. */
export class CheckAddressAnswer {
  @Text({
    required: true,
    description: 'First line of the street address',
    example: '350 Fifth Avenue',
  })
  line1!: string;

  @Text({ required: true, nullable: true, description: 'Second line', example: 'Floor 9' })
  line2!: string | null;

  @Text({ required: true, nullable: true, description: 'Third line', example: 'Dock 4' })
  line3!: string | null;

  @Text({ required: true, description: 'City', example: 'New York' })
  city!: string;

  @Text({ required: true, nullable: true, description: 'State', example: 'VA' })
  state!: string | null;

  @Text({ required: true, nullable: true, description: 'ZIP code', example: '10118' })
  zipcode!: string | null;

  @Text({ required: true, example: 'US', description: 'Country' })
  country!: string;
}

/** How to deposit a check by mail ([express-check.get]). */
export class CheckInstructionsAnswer {
  @Identifier({ required: true, description: 'Account number', example: 'RA1B2C3D4E' })
  accountNumber!: string;

  @ObjectOf(() => CheckAddressAnswer, { required: true, description: 'Where the check is sent' })
  address!: CheckAddressAnswer;

  @Text({
    required: true,
    description: 'Whom checks are made out to',
    example: 'Demonstration Brokerage',
  })
  payableTo!: string;

  @Digits({
    length: 4,
    description: 'Of an IRA: the tax year of the contribution',
    example: '2026',
    answered: 'maybe',
  })
  contributionYear?: string;
}

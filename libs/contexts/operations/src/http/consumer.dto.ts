import { Digits, Int, ListOf, ListOfText, Text } from '#libs/platform/http';

const POSITION = { description: 'Position in the log, decimal', example: '4711' };

/** An event that a consumer went on without. */
class ParkedEventAnswer {
  @Text(POSITION)
  position?: string;

  @Text({ description: 'Stored type of the event', example: 'cash.TransactionCreated.v1' })
  type?: string;

  @Text({ description: 'Stream of the event', example: 'cash-RA12345678' })
  stream?: string;

  @Text({
    description: 'Later events of it wait behind this one: a stream, or an account in the feed',
    example: 'cash-RA12345678',
  })
  partition?: string;

  @Int({ description: 'Attempts before it was parked' })
  attempts?: number;

  @Text({
    description: 'Why it failed, without any data of an event',
    example: 'TypeError, at CheckNewTransaction.react (cash.reactions.js:91:20)',
  })
  error?: string;
}

/** A consumer of the log and where it stands. */
export class ConsumerAnswer {
  @Text({ description: 'Name of the consumer', example: 'feed.translator' })
  name?: string;

  @Text({ description: 'Position up to which it has dealt with the log, decimal', example: '4711' })
  position?: string;

  @Text({ description: 'Newest position of the log, decimal', example: '4711' })
  head?: string;

  @ListOf(() => ParkedEventAnswer, { description: 'Events it went on without, at present' })
  parked?: ParkedEventAnswer[];

  @ListOfText({
    description: 'Positions of the events that it goes on without for good, decimal',
    example: ['4712'],
  })
  skipped?: string[];
}

/** Body of a retry. */
export class RetryDto {
  @Digits({
    max: 19,
    description: 'Position of a parked event; default: all that the consumer has parked',
    example: '4712',
  })
  position?: string;
}

/** Body of a skip. */
export class SkipParkedDto {
  @Digits({ required: true, max: 19, description: 'Position of a parked event', example: '4712' })
  position!: string;

  @Text({
    required: true,
    max: 200,
    printable: 'line',
    trim: true,
    description: 'Why, for whoever reads the log. No personal data',
    example: 'Sent by hand, ticket 4711',
  })
  reason!: string;
}

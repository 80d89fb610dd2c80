import { Digits, Int, IsoTimestamp, ListOf, ListOfText, Text } from '#libs/platform/http';
import { REASON } from './projections.dto.js';

const POSITION = { description: 'Position in the log, decimal', example: '4711' };

/** An event that a consumer has set aside. */
export class ParkedEventResponse {
  @Text(POSITION)
  position!: string;

  @Text('Stored type of the event', { example: 'cash.TransactionCreated.v1' })
  type!: string;

  @Text('Stream of the event', { example: 'cash-RA12345678' })
  stream!: string;

  @Text('Stream, or account for the feed, whose later events wait behind this one', {
    example: 'cash-RA12345678',
  })
  partition!: string;

  @IsoTimestamp('When the event was recorded: since then its consequences are missing')
  recordedAt!: string;

  @Int('Attempts before it was parked')
  attempts!: number;

  @Text('Why it failed, without any data of an event', {
    example: 'TypeError, at CheckNewTransaction.react (cash.reactions.js:91:20)',
  })
  error!: string;
}

/** A consumer of the log and its progress. */
export class ConsumerResponse {
  @Text('Name of the consumer', { example: 'feed.translator' })
  name!: string;

  @Text('Position up to which the log is processed, decimal', { example: '4711' })
  position!: string;

  @Text('Newest position of the log, decimal', { example: '4711' })
  head!: string;

  @Text('Age of the oldest event that it has not processed; 0.0 if there is none', {
    example: '0.0',
  })
  lagSeconds!: string;

  @ListOf(() => ParkedEventResponse, 'Events currently parked')
  parked!: ParkedEventResponse[];

  @ListOfText('Positions of permanently skipped events, decimal', { example: ['4712'] })
  skipped!: string[];
}

export class RetryDto {
  @Digits('Position of a parked event; default: all parked events of the consumer', {
    max: 19,
    example: '4712',
  })
  position?: string;
}

export class SkipParkedDto {
  @Digits('Position of a parked event', { required: true, max: 19, example: '4712' })
  position!: string;

  @Text({ ...REASON, required: true, example: 'Sent by hand, ticket 4711' })
  reason!: string;
}

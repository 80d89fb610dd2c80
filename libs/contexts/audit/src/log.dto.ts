import { AnyObject, Code, Digits, Int, PageQuery, Text } from '#libs/platform/http';

export class LogQuery extends PageQuery {
  @Text({
    max: 1_000,
    noBlanks: true,
    description: 'Only events of this stream',
    example: 'account-RA1B2C3D4E',
  })
  stream?: string;

  @Digits({
    max: 19,
    description:
      'The event to begin with: its number in the stream or, without a stream, its position. Default: the first in this order',
    example: '4711',
  })
  from?: string;

  @Code(['newest', 'oldest'], { description: 'Which events come first; default: newest' })
  order?: 'newest' | 'oldest';
}

/** An event exactly as it is stored, personal data as ciphertext. */
export class StoredEventResponse {
  @Text({ description: 'Position in the log, decimal', example: '4711' })
  position!: string;

  @Text({ description: 'Name of the stream', example: 'account-RA1B2C3D4E' })
  stream!: string;

  @Int({ min: 0, description: 'Number in the stream, from 0' })
  revision!: number;

  @Text({ description: 'UUID', example: '5f0e9f7c-0001-5000-8000-000000000001' })
  id!: string;

  @Text({ description: 'Name with version', example: 'account.AccountOpened.v1' })
  type!: string;

  @AnyObject({ description: 'What happened' })
  data!: object;

  @AnyObject({ description: 'When, by whom, in which request, and the hash of the event before' })
  metadata!: object;
}

import { AnyObject, Code, Digits, Int, PageQuery, Text } from '#libs/platform/http';

export class LogQuery extends PageQuery {
  @Text('Only events of this stream', { max: 1_000, noBlanks: true, example: 'account-RA1B2C3D4E' })
  stream?: string;

  @Digits(
    'The event to begin with: its number in the stream or, without a stream, its position. Default: the first in this order',
    { max: 19, example: '4711' },
  )
  from?: string;

  @Code(['newest', 'oldest'], 'Which events come first; default: newest')
  order?: 'newest' | 'oldest';
}

/** An event exactly as it is stored, personal data as ciphertext. */
export class StoredEventResponse {
  @Text('Position in the log, decimal', { example: '4711' })
  position!: string;

  @Text('Name of the stream', { example: 'account-RA1B2C3D4E' })
  stream!: string;

  @Int('Number in the stream, from 0', { min: 0 })
  revision!: number;

  @Text('UUID', { example: '5f0e9f7c-0001-5000-8000-000000000001' })
  id!: string;

  @Text('Name with version', { example: 'account.AccountOpened.v1' })
  type!: string;

  @AnyObject('What happened')
  data!: object;

  @AnyObject('When, by whom, in which request, and the hash of the event before')
  metadata!: object;
}

import { AnyObject, Int, Text } from '#libs/platform/http';

/** Most events of one page, and the default. */
export const PAGE = 200;

/** Query of a feed. */
export class FeedQuery {
  @Int({ min: 1, max: PAGE, description: `Events a page; default and most ${PAGE}` })
  limit?: number;

  @Text({
    max: 64,
    description:
      'Where to go on: the header X-Feed-Cursor of a page, the id of an event of the stream, or newest. Default: the first event',
  })
  cursor?: string;
}

/** A published event: CloudEvents 1.0. */
export class PublishedEventAnswer {
  @Text({ required: true, description: '1.0' })
  specversion!: string;

  @Text({ required: true, description: 'UUID, the same however the event is delivered' })
  id!: string;

  @Text({ required: true, description: 'Path of the account' })
  source!: string;

  @Text({ required: true, description: 'See /asyncapi.json' })
  type!: string;

  @Text({ required: true, description: 'Path of what has changed' })
  subject!: string;

  @Text({ required: true, description: 'When it happened, ISO-8601 UTC' })
  time!: string;

  @Text({ required: true, description: 'Media type of the data', example: 'application/json' })
  datacontenttype!: string;

  @Text({ required: true, description: '1 for the first event of an account, and so on, no hole' })
  sequence!: string;

  @Text({ required: true, description: 'Integer' })
  sequencetype!: string;

  @AnyObject({
    required: true,
    description: 'Ids and states; its schema is /schemas/events/{type}.json',
  })
  data!: object;
}

import { ListOfText, Text } from '#libs/platform/http';

/** Who sent the request. */
export class CallerAnswer {
  @Text({ description: 'API key or token subject' })
  id?: string;

  @ListOfText()
  roles?: string[];
}

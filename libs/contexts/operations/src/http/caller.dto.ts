import { ListOfText, Text } from '#libs/platform/http';

/** Who sent the request. */
export class CallerAnswer {
  @Text({ description: 'API key or token subject', example: 'memorandum' })
  id!: string;

  @ListOfText({ description: 'What the caller may do', example: ['operator'] })
  roles!: readonly string[];
}

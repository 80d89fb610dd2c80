import { Controller, Get, Param } from '@nestjs/common';
import { Answer, Describes, Public, RefusedException } from '#libs/platform/http';
import { notFound } from '#libs/platform/kernel';
import { FeedContract } from '../feed-contract.js';

/** The contract of the feed, for everybody. */
@Controller()
export class ContractController {
  readonly #asyncApi: Answer;
  readonly #schemas: ReadonlyMap<string, Answer>;

  constructor(contract: FeedContract) {
    const json = JSON.stringify(contract.asyncApi());
    this.#asyncApi = Answer.document(json, 'application/json; charset=utf-8');
    this.#schemas = new Map(
      Object.entries(contract.sent()).map(([type, schema]) => [
        `${type}.json`,
        Answer.document(JSON.stringify(schema), 'application/schema+json'),
      ]),
    );
  }

  @Get('asyncapi.json')
  @Public()
  @Describes('Get the AsyncAPI description of the events', {
    type: 'application/json',
    example: { asyncapi: '3.0.0' },
  })
  asyncApi(): Answer {
    return this.#asyncApi;
  }

  @Get('schemas/events/:file')
  @Public()
  @Describes('Get the JSON Schema of a type of event', { type: 'application/schema+json' })
  schema(@Param('file') file: string): Answer {
    const schema = this.#schemas.get(file);
    if (schema === undefined) throw new RefusedException(notFound());
    return schema;
  }
}

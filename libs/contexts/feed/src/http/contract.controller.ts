import { Controller, Get, Param } from '@nestjs/common';
import { Answer, Describes, Public, RefusedException } from '#libs/platform/http';
import { notFound } from '#libs/platform/kernel';
import { asyncApi } from '../domain/contract/asyncapi.js';
import { PUBLISHED_TYPES } from '../domain/contract/index.js';
import { schemaOf, TEST_TYPE } from '../domain/contract/schemas.js';

const JSON_UTF8 = 'application/json; charset=utf-8';
const ASYNC_API = Answer.document(JSON.stringify(asyncApi()), JSON_UTF8);
const SCHEMAS = new Map(
  [...PUBLISHED_TYPES, TEST_TYPE].map((type) => [
    `${type}.json`,
    Answer.document(JSON.stringify(schemaOf(type)), 'application/schema+json'),
  ]),
);

/** The contract of the feed, for everybody. */
@Controller()
export class ContractController {
  @Get('asyncapi.json')
  @Public()
  @Describes('Get the AsyncAPI description of the events', {
    type: 'application/json',
    example: { asyncapi: '3.0.0' },
  })
  asyncApi(): Answer {
    return ASYNC_API;
  }

  @Get('schemas/events/:file')
  @Public()
  @Describes('Get the JSON Schema of a type of event', { type: 'application/schema+json' })
  schema(@Param('file') file: string): Answer {
    const schema = SCHEMAS.get(file);
    if (schema === undefined) throw new RefusedException(notFound());
    return schema;
  }
}

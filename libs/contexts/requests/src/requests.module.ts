import { Module } from '@nestjs/common';
import { RequestJournal } from './request.queries.js';
import { RequestsController } from './requests.controller.js';

/** What firms sent in the last days, and what came back. */
@Module({ controllers: [RequestsController], providers: [RequestJournal] })
export class RequestsModule {}

import { Module } from '@nestjs/common';
import { Timelines } from '#libs/contexts/audit';
import { BlankedReadModels } from './blanked-read-models.js';
import { Certificates } from './certificates.js';
import { ErasePersons } from './erase-persons.js';
import { ErasureController } from './http/erasure.controller.js';
import { Retention } from './retention.js';

/** Erasure of persons: routes, the hold, and the certificates. */
@Module({
  controllers: [ErasureController],
  providers: [Retention, Timelines, ErasePersons, BlankedReadModels, Certificates],
})
export class ErasureModule {}

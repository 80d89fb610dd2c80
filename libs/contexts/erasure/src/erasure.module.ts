import { Module } from '@nestjs/common';
import { Timelines } from '#libs/contexts/audit';
import { BlankedReadModels } from './blanked-read-models.js';
import { Certificates } from './certificates.js';
import { CertifyErasures } from './certify-erasures.js';
import { ErasureController } from './http/erasure.controller.js';
import { Retention } from './retention.js';
import { ErasePersonHandler } from './use-cases/erase-person.js';

/** Erasure of persons: routes, the hold, and the certificates. */
@Module({
  controllers: [ErasureController],
  providers: [
    Retention,
    Timelines,
    CertifyErasures,
    BlankedReadModels,
    Certificates,
    ErasePersonHandler,
  ],
})
export class ErasureModule {}

import { Timelines } from '#libs/contexts/audit';
import { defineContext } from '#libs/platform/service';
import { BlankedReadModels, CertifyErasures } from './certify-erasures.js';
import { Certificates } from './certificates.js';
import { ErasureController } from './http/erasure.controller.js';
import { Retention } from './retention.js';
import { ErasePersonHandler } from './use-cases/erase-person.js';

/** Erasure of the personal data of members and trustees. The platform defines its events. */
export const erasure = defineContext({
  name: 'erasure',
  events: [],
  projections: [],
  controllers: [ErasureController],
  useCases: [ErasePersonHandler],
  providers: [Retention, Timelines, BlankedReadModels, Certificates],
  tasks: [CertifyErasures],
});

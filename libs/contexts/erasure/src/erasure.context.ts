import { defineContext } from '#libs/platform/service';
import { CertifyErasures } from './certify-erasures.js';
import { ErasureModule } from './erasure.module.js';

/** Erasure of the personal data of members and trustees. Its events are the platform's. */
export const erasure = defineContext({
  name: 'erasure',
  events: [],
  projections: [],
  module: ErasureModule,
  tasks: [CertifyErasures],
});

import { defineContext } from '#libs/platform/service';
import { ErasePersons } from './erase-persons.js';
import { ErasureModule } from './erasure.module.js';

/** Erasure of the personal data of members and trustees. Its events are the platform's. */
export const erasure = defineContext({
  name: 'erasure',
  events: [],
  projections: [],
  module: ErasureModule,
  tasks: [ErasePersons],
});

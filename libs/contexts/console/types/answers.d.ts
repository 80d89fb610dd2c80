import type { components } from '../../../client/src/openapi.js';

/** Response types of the API description: the page is a client like any other. */
export type Answers = components['schemas'];

import type { components } from '../../../client/src/openapi.js';

/** What the service answers, by the names of the API description: the page is a caller like any other. */
export type Answers = components['schemas'];

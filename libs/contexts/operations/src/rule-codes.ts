import { ruleCodes } from '#libs/platform/http';

/** Codes of the rules a request may break, and what each says. */
export const projectionRules = ruleCodes({
  'projection.generation.version.rule':
    'The generation was built by another version of the read model',
  'projection.live.generation.rule': 'The generation is live',
  'projection.not.stopped.rule': 'The read model has not stopped',
});

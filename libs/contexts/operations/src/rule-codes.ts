import { ruleCodes } from '#libs/platform/http';

/** Codes of the rules a request may break, and what each says. */
export const projectionRules = ruleCodes({
  'projection.generation.version.rule':
    'The generation was folded by another version than readers need',
  'projection.live.generation.rule': 'Readers get this generation',
  'projection.not.stopped.rule': 'The read model has not stopped',
});

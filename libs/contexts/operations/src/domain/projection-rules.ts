import { RuleBook } from '#libs/platform/kernel';

/** The rules of operations on read models. */
export const projectionRules = new RuleBook({
  'projection.generation.version.rule':
    'The generation was built by another version of the read model',
  'projection.live.generation.rule': 'The generation is live',
  'projection.not.stopped.rule': 'The read model has not stopped',
});

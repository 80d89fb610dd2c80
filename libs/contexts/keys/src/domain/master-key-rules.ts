import { RuleBook } from '#libs/platform/kernel';

/** The rules of the master key. */
export const masterKeyRules = new RuleBook({
  'master.key.other.rule': 'The service was not started with the new and the current master key',
});

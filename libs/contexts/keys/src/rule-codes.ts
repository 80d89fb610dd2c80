import { ruleCodes } from '#libs/platform/http';

/** Codes of the rules a request may break, and what each says. */
export const masterKeyRules = ruleCodes({
  'master.key.other.rule': 'The service was not started with the new and the current master key',
});

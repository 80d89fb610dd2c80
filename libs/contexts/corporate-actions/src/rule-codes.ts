import { ruleCodes } from '#libs/platform/http';

/** Codes of the rules a request may break, and what each says. */
export const corporateActionRules = ruleCodes({
  'corporateaction.deadline.rule': 'The deadline for votes has passed',
  'invalid.for.question.type': 'The field does not belong to the type of the question',
});

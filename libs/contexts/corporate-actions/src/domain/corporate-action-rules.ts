import { RuleBook } from '#libs/platform/kernel';

/** The rules of corporate actions. */
export const corporateActionRules = new RuleBook({
  'corporateaction.deadline.rule': 'The deadline for votes has passed',
  /** VALIDATION_FIELD (own). */
  'invalid.for.question.type': 'The field does not belong to the type of the question',
});

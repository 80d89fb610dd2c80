import { Identifier, Text } from '#libs/platform/http';
import { FieldCode } from '#libs/platform/kernel';

/**
 * Fields whose rules the domain knows: only the kind of value is looked at here, so that one answer holds every problem.
 * Null is kept: an update empties a field with it.
 */
export const lenient = { min: 0, nullable: true } as const;

/** A code as sent, a digit code also as a number; the domain checks it against its table. */
export function CodeText(table: object, required = false): PropertyDecorator {
  return Identifier({
    ...lenient,
    required,
    max: Infinity,
    wrongType: FieldCode.Choice,
    description: `One of ${Object.keys(table).join(', ')}`,
  });
}

/** A text the domain checks. */
export function Plain(description?: string, required = false): PropertyDecorator {
  return Text({ ...lenient, required, ...(description !== undefined && { description }) });
}

/** A date or a timestamp the domain checks. */
export function DateText(required = false): PropertyDecorator {
  return Text({
    ...lenient,
    required,
    wrongType: FieldCode.Date,
    description: 'Date or timestamp',
  });
}

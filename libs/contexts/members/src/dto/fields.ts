import { Code, type CodeOptions, Text } from '#libs/platform/http';
import { FieldCode } from '#libs/platform/kernel';

/**
 * Fields whose rules the domain knows: only the kind of value is looked at here, so that one answer holds every problem.
 * Null is kept: an update empties a field with it.
 */
export const lenient = { min: 0, nullable: true } as const;

/** A code as sent, a digit code also as a number; the domain checks it against its table. */
export function CodeText(
  table: Readonly<Record<string, unknown>>,
  description: string,
  options: CodeOptions = {},
): PropertyDecorator {
  return Code(table, {
    nullable: true,
    unchecked: true,
    description,
    ...options,
  });
}

/** A text the domain checks. */
export function Plain(description: string, required = false): PropertyDecorator {
  return Text({ ...lenient, required, description });
}

/** A date or a timestamp the domain checks. */
export function DateText(description: string, required = false): PropertyDecorator {
  return Text({
    ...lenient,
    required,
    wrongType: FieldCode.Date,
    description,
  });
}

/** How answers show a tax id. */
export const taxId = {
  description: 'Masked except for the last four digits; unmasked for entitled firms',
};

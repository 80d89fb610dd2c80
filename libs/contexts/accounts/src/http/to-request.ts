import type { Read } from '#libs/platform/http';
import { FIELD_ALIASES, FieldCode, type Problem, Secret } from '#libs/platform/kernel';
import type { OpeningInput, Request, UpdateAccount, UpdateInput } from '../domain/commands.js';
import { BENEFICIARY_LISTS } from '../domain/details.js';
import { EXCLUSION_LISTS } from '../domain/state.js';
import { NOT_UPDATABLE } from '../domain/updating.js';
import type { OpenAccountBody, UpdateAccountBody } from './account.dto.js';

/**
 * What the domain gets of a body that was read: plain values of the fields that could be read, names of those that could
 * not, and why.
 */
export function toRequest<Input extends object>({ value, problems }: Read<Input>): Request<Input> {
  const unreadable = [...new Set(problems.filter(spoils).map(fieldOf))];
  const taken = (wanted: (field: string) => boolean): object =>
    Object.fromEntries(
      Object.entries(value)
        .filter(([field]) => wanted(field))
        .map(([field, item]) => [field, plain(item)]),
    );
  return {
    input: taken((field) => !unreadable.includes(field)) as Input,
    unreadable,
    partial: taken((field) => unreadable.includes(field) && OF_OBJECTS.includes(field)),
    problems,
  };
}

/** Creation of an account ([account.create]). */
export function toOpening(read: Read<OpenAccountBody>): Request<OpeningInput> {
  return toRequest<OpeningInput>(read);
}

/** Update of an account ([account.update]): fields of creation are refused by name, whatever they hold. */
export function toUpdate(
  read: Read<UpdateAccountBody>,
): Request<UpdateInput> & Pick<UpdateAccount, 'notUpdatable'> {
  const fixed: readonly string[] = NOT_UPDATABLE;
  const request = toRequest<UpdateInput>({
    value: read.value,
    problems: read.problems.filter((problem) => !fixed.includes(fieldOf(problem))),
  });
  const notUpdatable = fixed.filter(
    (field) =>
      Object.hasOwn(read.value, field) ||
      read.problems.some((problem) => fieldOf(problem) === field),
  );
  const entries = Object.entries(request.input).filter(([field]) => !fixed.includes(field));
  return { ...request, input: Object.fromEntries(entries), notUpdatable };
}

/** An unknown key is a problem, but says nothing about the fields beside it; a missing field was not sent. */
function spoils({ type, errorCode, message }: Problem): boolean {
  if (type === 'SYNTAX') return false;
  return errorCode !== FieldCode.Required || PLACE.test(message ?? '');
}

/** Fields that are objects or lists of them. */
const OF_OBJECTS: readonly string[] = [
  'trustedContacts',
  ...BENEFICIARY_LISTS,
  'minor',
  ...EXCLUSION_LISTS,
];

/** Other spellings of them, as they come back in the place of a problem. */
const ALIASES = Object.entries(FIELD_ALIASES)
  .filter(([, field]) => OF_OBJECTS.includes(field))
  .map(([alias]) => alias);

/** Fields with something inside, in either spelling. */
const CONTAINERS = [...OF_OBJECTS, 'jointOwners', 'trustees', ...ALIASES];

/** The place of a problem inside one, which the HTTP library puts before the message: `minor`, `minor: …`, `trustees[1]: …`. */
const PLACE = new RegExp(`^(${CONTAINERS.join('|')})(?=[[.:]|$)`);

/** The top-level field a problem is in. */
function fieldOf({ field = '', message = '' }: Problem): string {
  const top = PLACE.exec(message)?.[1] ?? field;
  return FIELD_ALIASES[top] ?? top;
}

/** A copy without classes; secrets stay what they are. */
function plain(value: unknown): unknown {
  if (value instanceof Secret) return value;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

import { plainToInstance, type ClassTransformOptions } from 'class-transformer';
import {
  validateSync,
  type ValidatorOptions,
  getMetadataStorage,
  type ValidationArguments,
} from 'class-validator';
import {
  pluralize,
  FieldCode,
  fieldProblem,
  OBJECT_EXPECTED,
  type Problem,
  type Timestamp,
  mustBe,
} from '#libs/platform/kernel';
import type { Json, JsonMap } from '../json/strict-json.js';
import { MAX_PROBLEMS } from '../problems.js';
import {
  type Shape,
  applyKept,
  distinguishesNull,
  failuresOf,
  isNone,
  type Wire,
  type Field,
  oncePerShape,
  type Scalar,
  type ScalarKind,
  type Failure,
  UNREADABLE,
} from './field.js';
import { note, noteErrors, noteFailure, type Reading } from './to-problems.js';
import { sourceOf, compile } from './source.js';

const TRANSFORMER: ClassTransformOptions = { exposeUnsetFields: false };

const VALIDATOR: ValidatorOptions = {
  // A shape without fields would count as unknown.
  forbidUnknownValues: false,
  stopAtFirstError: true,
  // Values may be secret.
  validationError: { target: false, value: false },
};

/**
 * Reads an object strictly by its shape and notes every problem: unknown keys, missing and invalid values, at every depth.
 * @returns an instance with the valid fields only
 */
export function readShape<T extends object>(shape: Shape<T>, object: JsonMap, reading: Reading): T {
  return (
    readPlain(shape, object, reading.now, reading.wire) ?? readWithLibraries(shape, object, reading)
  );
}

/** {@link readShape} without the shortcut for valid objects. */
export function readWithLibraries<T extends object>(
  shape: Shape<T>,
  object: JsonMap,
  reading: Reading,
): T {
  const instance = plainToInstance(shape, sourceOf(shape, object, reading.wire), TRANSFORMER);
  noteErrors(shape, object, instance, validateSync(instance, VALIDATOR), reading);
  return instance;
}

/** The valid fields of a body, and everything wrong with the rest. */
export interface Read<T> {
  readonly value: T;
  readonly problems: readonly Problem[];
}

function notA(kind: string): Problem {
  return { type: 'SYNTAX', message: `The body must be a JSON ${kind}.` };
}

/**
 * Reads a whole body that must be an object.
 * @param now when the request was received
 */
export function readBody<T extends object>(
  shape: Shape<T>,
  json: Json | undefined,
  now: Timestamp,
): Read<T> {
  if (!(json instanceof Map)) return { value: new shape(), problems: [notA('object')] };
  const problems: Problem[] = [];
  return {
    value: readShape(shape, json as JsonMap, { problems, path: '', now, wire: 'body' }),
    problems,
  };
}

/** Rules of a list that is the whole body. */
export interface ListRules<T> {
  /** Field that problems of the list itself name. */
  readonly name: string;
  /** The items of a longer list are not read. */
  readonly max?: number;
  /** As in `FieldOptions`. */
  readonly check?: (items: readonly T[]) => readonly Failure[];
}

/** Reads a whole body that must be a list of objects. Problems name the item: `[1]`. */
export function readListBody<T extends object>(
  shape: Shape<T>,
  json: Json | undefined,
  now: Timestamp,
  rules?: ListRules<T>,
): Read<readonly T[]> {
  if (!Array.isArray(json)) return { value: [], problems: [notA('list')] };
  const { name = '', max = Infinity, check } = rules ?? {};
  if (json.length > max) {
    const tooMany = fieldProblem(
      name,
      FieldCode.Length,
      mustBe(`a list of at most ${pluralize(max, 'item')}`),
    );
    return { value: [], problems: [tooMany] };
  }
  const problems: Problem[] = [];
  const value: T[] = [];
  for (const [index, item] of (json as readonly Json[]).entries()) {
    // The list of problems is full: later items can't change the response.
    if (problems.length >= MAX_PROBLEMS) break;
    const reading = { problems, path: `[${index}]`, now, wire: 'body' } as const;
    if (item instanceof Map) value.push(readShape(shape, item as JsonMap, reading));
    else {
      note(reading, { type: 'SYNTAX', message: OBJECT_EXPECTED });
      value.push(new shape());
    }
  }
  for (const failure of check?.(value) ?? []) {
    noteFailure({ problems, path: '', now, wire: 'body' }, '', failure);
  }
  return { value, problems };
}

type Constraint = (value: unknown) => boolean;

interface PlainField {
  readonly field: Field;
  readonly read: (sent: Scalar) => unknown;
  readonly constraints: readonly Constraint[];
}

/**
 * Reads a valid object of a shape without nested objects. It runs the constraints of class-validator, but looks them up once per shape
 * instead of once per object. Returns undefined for anything else, which is left to the libraries.
 */
export function readPlain<T extends object>(
  shape: Shape<T>,
  object: JsonMap,
  now: Timestamp,
  wire: Wire,
): T | undefined {
  const plain = plainOf(shape);
  if (plain === null) return undefined;
  for (const key of object.keys()) if (!plain.keys.has(key)) return undefined;
  const instance = new shape();
  const values = instance as Record<string, unknown>;
  for (const one of plain.fields) {
    const { name, options } = one.field;
    const json = object.get(name);
    const isNull = isNone(json, wire);
    if (json === undefined || (isNull && !distinguishesNull(options))) continue;
    const value = isNull ? null : valueOf(one, json);
    if (value === UNREADABLE) return undefined;
    if (value !== undefined) values[name] = value;
  }
  for (const { field } of plain.fields) {
    if (failuresOf(field, instance, now).length > 0) return undefined;
    applyKept(field, instance);
  }
  return instance;
}

function valueOf({ read, constraints }: PlainField, json: Json): unknown {
  if (json instanceof Map || Array.isArray(json)) return UNREADABLE;
  const value = read(json as Scalar);
  if (value === undefined) return value;
  for (const holds of constraints) if (!holds(value)) return UNREADABLE;
  return value;
}

const plainOf = oncePerShape((shape) => {
  const { fields, keys } = compile(shape);
  if (fields.some(({ field, aliases }) => 'shape' in field.kind || aliases.length > 0)) return null;
  const storage = getMetadataStorage();
  const rules = storage.getTargetValidationMetadatas(shape, '', false, false);
  return {
    keys,
    fields: fields.map(({ field }): PlainField => ({
      field,
      read: (field.kind as ScalarKind).read,
      constraints: rules
        .filter(
          ({ propertyName, type }) => propertyName === field.name && type === 'customValidation',
        )
        .flatMap(({ constraintCls, constraints }) =>
          storage.getTargetValidatorConstraints(constraintCls).map(({ instance }): Constraint => {
            const args = { constraints, property: field.name } as ValidationArguments;
            return (value) => instance.validate(value, args) === true;
          }),
        ),
    })),
  };
});

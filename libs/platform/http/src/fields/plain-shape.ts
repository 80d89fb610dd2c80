import { getMetadataStorage, type ValidationArguments } from 'class-validator';
import type { Json, JsonMap } from '../json/strict-json.js';
import type { Timestamp } from '#libs/platform/kernel';
import {
  applyKept,
  distinguishesNull,
  failuresOf,
  type Field,
  oncePerShape,
  type Scalar,
  type ScalarKind,
  type Shape,
} from './field.js';
import { UNREADABLE } from './rules.js';
import { compile, isNone, type Wire } from './source.js';

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

export { ResponseOf } from './response-of.js';
export {
  type Failure,
  type FieldOptions,
  type FieldSchema,
  fieldsOf,
  isNone,
  type Shape,
} from './field.js';
export {
  Base64,
  Country,
  Digits,
  Email,
  Identifier,
  NO_TAX_ID,
  Oid,
  PersonTaxId,
  Phone,
  SecretDigits,
  Text,
  type TextOptions,
  Ticker,
} from './text-fields.js';
export { Code, CodeLike } from './code-fields.js';
export * from './value-fields.js';
export * from './page-fields.js';
export { AnyObject, unique, ListOf, ListOfText, ObjectOf } from './nested-fields.js';
export { type ListRules, readBody, readListBody, type Read } from './read-body.js';
export { readQuery } from './read-query.js';

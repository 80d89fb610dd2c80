import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ApiDocument } from '#libs/platform/http';

interface DataPlace {
  readonly parentData: Record<string | number, unknown>;
  readonly parentDataProperty: string | number;
}

interface CodeSchema {
  readonly enum: readonly (string | number | null)[];
  readonly 'x-any-full-stops'?: boolean;
}

/** JSON Schema 2020-12 validators with the components of a description registered as `api#/components/…`. */
export function newAjv({ components }: ApiDocument, coerceTypes: boolean): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, coerceTypes, allErrors: true });
  (addFormats as unknown as (to: Ajv2020) => void)(ajv);
  ajv.addFormat('decimal', true).addFormat('binary', true);
  // normalizes values as the service does before it checks them
  ajv.addKeyword({
    keyword: 'x-trimmed',
    type: 'string',
    before: 'maxLength',
    modifying: true,
    validate: (_: unknown, text: string, _schema: unknown, at?: DataPlace) => {
      if (at !== undefined) at.parentData[at.parentDataProperty] = text.trim();
      return true;
    },
  });
  ajv.addKeyword({
    keyword: 'x-any-case',
    before: 'enum',
    modifying: true,
    validate: (_: unknown, sent: unknown, parent?: object, at?: DataPlace) => {
      const { enum: codes, 'x-any-full-stops': anyStops = false } = parent as CodeSchema;
      const form = (code: unknown): string =>
        String(code)
          .toLowerCase()
          .replaceAll(anyStops ? '.' : '', '');
      const code = codes.find((one) => form(one) === form(sent));
      if (at !== undefined && typeof sent === 'string' && code !== undefined)
        at.parentData[at.parentDataProperty] = code;
      return true;
    },
  });
  ajv.addKeyword({
    keyword: 'x-none-if-blank',
    before: 'anyOf',
    modifying: true,
    validate: (
      forms: Readonly<Record<string, string>>,
      sent: unknown,
      parent?: object,
      at?: DataPlace,
    ) => {
      const [{ $ref }] = (parent as { readonly anyOf: readonly [{ readonly $ref: string }] }).anyOf;
      const { properties } = components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {};
      const isBlank = ([name, value]: [string, unknown]): boolean =>
        name in Object(properties) &&
        (value === null ||
          (typeof value === 'string' && RegExp(forms[name] ?? '(?!)').test(value)));
      const isObject = typeof sent === 'object' && sent !== null;
      if (at !== undefined && isObject && Object.entries(sent).every(isBlank))
        at.parentData[at.parentDataProperty] = null;
      return true;
    },
  });
  ajv.addSchema({ $id: 'api', components });
  return ajv;
}

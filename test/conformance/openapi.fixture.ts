// The parts of /openapi.json that tests check. Everything they look for is optional here.

/** Bodies by media type. */
export type MediaTypes = Readonly<
  Record<string, { readonly schema: Schema; readonly example?: unknown }>
>;
/** A route with its method. */
export interface Operation {
  readonly description?: string;
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly {
    readonly $ref?: string;
    readonly name?: string;
    readonly in?: string;
    readonly description?: string;
    readonly schema?: Schema;
    readonly style?: string;
    readonly explode?: boolean;
    readonly example?: unknown;
  }[];
  readonly requestBody?: { readonly content: MediaTypes };
  readonly responses: Readonly<Record<string, Response>>;
}
/** A response of one status, or a reference to it. */
export interface Response {
  readonly $ref?: string;
  readonly content?: MediaTypes;
  readonly 'x-content'?: MediaTypes;
  readonly 'x-error-codes'?: Readonly<Record<string, string>>;
}
/** JSON Schema of a body or of a part of it. */
export interface Schema {
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly type?: string;
  readonly description?: string;
  readonly pattern?: string;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
}
/** The whole description. */
export interface Description {
  readonly openapi: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, { readonly schema: Schema }>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly headers: Readonly<Record<string, { readonly description: string }>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

/** The parts of OpenAPI 3.1 that the description of an application uses. */

/** JSON Schema 2020-12. */
export type Schema = Readonly<Record<string, unknown>>;

export interface Reference {
  readonly $ref: string;
}

export interface MediaType {
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Header {
  readonly description: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
  /** How lists in queries are written. */
  readonly style?: 'form';
  readonly explode?: false;
}

export interface ApiResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
  /** Bodies of a response that is usually empty: to a dry run, or to the first request. OpenAPI can't describe a body that may be absent. */
  readonly 'x-content'?: Readonly<Record<string, MediaType>>;
  /** Error codes that can occur, with their meanings. */
  readonly 'x-error-codes'?: Readonly<Record<string, string>>;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly (Parameter | Reference)[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, MediaType>>;
  };
  readonly responses: Readonly<Record<string, ApiResponse | Reference>>;
}

export type Method = 'get' | 'post' | 'put' | 'delete' | 'patch';
export type Paths = Readonly<Record<string, Readonly<Partial<Record<Method, Operation>>>>>;

export interface ApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Paths;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly responses: Readonly<Record<string, ApiResponse>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

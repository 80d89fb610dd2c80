import type * as Swagger from '@nestjs/swagger';
import { fieldsOf, type Field, type FieldSchema, type Shape } from './fields/field.js';

type SwaggerModule = typeof Swagger;

/** Tells @nestjs/swagger what it needs of a shape and of the shapes inside it, once each. */
export class ShapeDescriber {
  readonly #seen = new Set<Shape>();

  constructor(private readonly swagger: SwaggerModule) {}

  describe(shape: Shape): Shape {
    if (this.#seen.has(shape)) return shape;
    this.#seen.add(shape);
    for (const field of fieldsOf(shape)) {
      const { kind, options } = field;
      for (const inner of [kind.schema.shape, kind.schema.items?.shape]) {
        if (inner !== undefined) this.describe(inner());
      }
      this.swagger.ApiProperty({
        ...openApi(kind.schema),
        required: options.required ?? false,
        ...texts(field),
        // null says the same as a missing field; answers have it where there is no value
        ...((options.nullable ?? options.required !== true) && { nullable: true }),
      })(shape.prototype as object, field.name);
    }
    return shape;
  }

  /** Query parameters of a shape, one annotation each. */
  queryParameters(shape: Shape): MethodDecorator[] {
    return fieldsOf(shape).map((field) => {
      return this.swagger.ApiQuery({
        name: field.name,
        required: field.options.required ?? false,
        schema: omit(field.kind.schema, 'shape', 'items'),
        ...texts(field),
      });
    });
  }
}

function texts({ options: { description, example } }: Field): object {
  return {
    ...(description !== undefined && { description }),
    ...(example !== undefined && { example }),
  };
}

function omit(schema: FieldSchema, ...keywords: string[]): object {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keywords.includes(key)));
}

function openApi(schema: FieldSchema): object {
  const { shape, items } = schema;
  if (shape !== undefined) return { type: shape() };
  if (items === undefined) return schema;
  return items.shape === undefined
    ? schema
    : { ...omit(schema, 'items'), type: items.shape(), isArray: true };
}

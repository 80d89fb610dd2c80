import 'reflect-metadata';
import type { Shape } from './fields/field.js';

/** What a method answers when all is well, for the API description. */
export interface Described {
  readonly summary?: string;
  /** Default 201 for POST, else 200. */
  readonly status?: number;
  /** Body of the answer; without it the answer is empty. Its fields carry the same annotations as request shapes. */
  readonly shape?: Shape;
  readonly list?: boolean;
  /** Media type of a body without a shape, such as `text/plain`. */
  readonly type?: string;
}

const DESCRIBED = Symbol('what a method answers');

/** Describes a controller method: one line of summary and what it answers. */
export function Describes(
  summary: string,
  answer: Omit<Described, 'summary'> = {},
): MethodDecorator {
  return (prototype, method) => {
    Reflect.defineMetadata(DESCRIBED, { summary, ...answer }, prototype, method);
  };
}

export function describedBy(prototype: object, method: string): Described {
  return (Reflect.getMetadata(DESCRIBED, prototype, method) ?? {}) as Described;
}

import 'reflect-metadata';
import type { Answer } from '../answer.js';
import type { Role } from '../caller.js';
import { refuseStray } from '../body-decorators.js';
import type { ErrorCodes } from '../error-codes.js';
import type { Shape } from '../fields/field.js';
import { addMarks } from '../route-rules.js';

/** What a method answers when all is well, and how it may refuse, for the API description. */
export interface Described {
  readonly summary?: string;
  /** More than the summary says. */
  readonly description?: string;
  /** Default 201 for POST, else 200. */
  readonly status?: number;
  /** Body of the answer; without it the answer is empty. Its fields carry the same annotations as request shapes. */
  readonly shape?: Shape;
  readonly list?: boolean;
  /** Items of a page of the list when nobody says how many; without it the list comes whole then. */
  readonly pages?: number;
  /** The answer has its body only at times. */
  readonly mayBeEmpty?: boolean;
  /** Media type of a body without a shape, such as `text/plain`. */
  readonly type?: string;
  /** Media types the same may be had as besides, with what the body is then. */
  readonly also?: Readonly<Record<string, string>>;
  /** Headers of the answer besides those of every answer: name and what it holds. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Codes of the rules the request may break, besides those of its fields. */
  readonly errors?: ErrorCodes;
  /** Codes of a 403. */
  readonly forbidden?: ErrorCodes;
  /** `Last-Event-ID` says where the answer goes on. */
  readonly resumable?: boolean;
  /** `X-Associated-Member-Id` must be sent. */
  readonly associatedMember?: boolean;
  /** Example of the request's body, where the examples of its fields don't make one. */
  readonly request?: unknown;
  /** Example of the answer's body, where the examples of its fields don't make one. */
  readonly example?: unknown;
}

const DESCRIBED = Symbol('what a method answers');

/** What a method that is described so has to answer. */
type BodyOf<D> = D extends { readonly shape: Shape<infer T> }
  ? D extends { readonly list: true }
    ? readonly T[]
    : T | (D extends { readonly mayBeEmpty: true } ? undefined : never)
  : undefined;

/** For methods that answer such a body, and for no others. */
type Answering<B> = <M extends (...request: never[]) => Answer<B> | Promise<Answer<B>>>(
  prototype: object,
  method: string | symbol,
  descriptor: TypedPropertyDescriptor<M>,
) => void;

/**
 * Describes a controller method: one line of summary and what it answers, which the compiler holds the method to. What the
 * description does not have is refused.
 */
export function Describes<const D extends Omit<Described, 'summary'> = object>(
  summary: string,
  answer?: D,
): Answering<BodyOf<D>> {
  return (prototype, method) => {
    Reflect.defineMetadata(DESCRIBED, { summary, ...answer }, prototype, method);
    const handledBy = { prototype, name: String(method) };
    const { shape, list = false }: Described = answer ?? {};
    addMarks(Reflect.get(prototype, method) as object, {
      handledBy,
      ...(list && shape && { items: shape }),
    });
    refuseStray(prototype, method);
  };
}

/** What {@link Describes} says of a method of a controller prototype. */
export function describedBy(prototype: object, method: string): Described {
  return (Reflect.getMetadata(DESCRIBED, prototype, method) ?? {}) as Described;
}

const WRITES_REFUSED = Symbol('codes of what is on the way to a method');

/** Describes codes that a method, if it is a write, is refused with before it is reached. */
export function RefusesWrites(errors: ErrorCodes): MethodDecorator {
  return (prototype, method) => {
    Reflect.defineMetadata(WRITES_REFUSED, errors, prototype, method);
  };
}

/** What {@link RefusesWrites} says of a method of a controller prototype. */
export function writesRefusedBy(prototype: object, method: string): ErrorCodes {
  return (Reflect.getMetadata(WRITES_REFUSED, prototype, method) ?? {}) as ErrorCodes;
}

/** Who may call a route ([auth.bearer], [permission.codes]). */
export interface AllowedCallers {
  /** One of them is enough. */
  readonly roles: readonly Role[];
  /** What it takes besides, in a sentence. */
  readonly besides?: string;
}

const ALLOWED = Symbol('who may call a method');

/** Says who may call a method; a guard has to see to it. */
export function Allows(callers: AllowedCallers): MethodDecorator {
  return (_prototype, _name, descriptor) => {
    Reflect.defineMetadata(ALLOWED, callers, descriptor.value as object);
  };
}

/** What {@link Allows} says of a method; undefined for one that looks at no role. */
export function allowedCallers(handler: object): AllowedCallers | undefined {
  return Reflect.getMetadata(ALLOWED, handler) as AllowedCallers | undefined;
}

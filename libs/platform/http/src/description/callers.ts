import 'reflect-metadata';
import { eitherOf } from '#libs/platform/kernel';
import type { Role } from '../caller.js';
import type { Operation } from './openapi.js';

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

/** How a caller of one of the roles proves it: a signature is always that of a client. */
export function securityFor({ roles }: AllowedCallers): Operation['security'] {
  return roles.flatMap((role) => [
    ...(role === 'client' ? [{ signature: [] }] : []),
    { bearer: [role] },
  ]);
}

/** The same in words. */
export function callersInWords({ roles, besides }: AllowedCallers): string {
  return [`For the role ${eitherOf(roles)}.`, besides].filter(Boolean).join(' ');
}

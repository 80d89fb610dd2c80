import 'reflect-metadata';
import { applyDecorators, Put } from '@nestjs/common';
import {
  type AcceptedBody,
  addRouteMetadata,
  type Described,
  Describes,
  ForRoles,
  LargeBody,
  type ListRules,
  type Response,
  routeMetadataOf,
  type RouteRules,
  routeRules,
  TheRow,
  type RowRequest,
  type Shape,
} from '#libs/platform/http';
import type { Role } from '#libs/platform/kernel';

type ParametersOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParametersOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Shape of a row's response; undefined if it has no body. */
type Shown = Shape | undefined;

/** What the back office may PUT at a path. */
interface Declaration<T extends object, Parameter extends string, S extends Shown> extends Omit<
  Described,
  'summary' | 'shape' | 'list'
> {
  readonly summary: string;
  readonly shape?: NonNullable<S>;
  readonly body: new () => T;
  /** Defaults to `backoffice`. */
  readonly role?: Role;
  /** Raises the limit for bodies from 1 MiB to 12 MiB. */
  readonly large?: boolean;
  /**
   * Lets an import run lines for this row in parallel: in order within a partition, in any order across partitions. The method must
   * carry out a single command. Whatever two commands could both touch must be part of the partition's name, and other lines of the
   * partition must not change what the method reads beforehand. Rows without a partition are no concern: their lines run alone.
   */
  readonly partition?: (params: Readonly<Record<Parameter, string>>) => string;
}

type RowMethod<T, Parameter extends string, S> = (
  prototype: object,
  method: string,
  descriptor: TypedPropertyDescriptor<
    (
      row: RowRequest<T, Parameter>,
    ) => Promise<Response<S extends Shape<infer B> ? B | undefined : undefined>>
  >,
) => void;

/** A row of the back office, as an import sees it. */
export interface Row {
  /** The controller's method. */
  readonly decide: (row: RowRequest<unknown>) => Promise<Response<unknown>>;
  readonly role: Role;
  readonly rules: RouteRules;
  readonly body: AcceptedBody;
  /** Without one, a line keeps its order relative to every other line. */
  readonly partition?: (params: Readonly<Record<string, string>>) => string;
}

const ROWS = Symbol('rows of the back office');

/** Declares a row of the back office ([back-office.import]): the method handles PUT `/backoffice/<path>` and import lines for it. */
export function BackOfficeRow<Path extends string, T extends object, S extends Shown = undefined>(
  path: Path,
  declaration: Declaration<T, ParametersOf<Path>, S>,
): RowMethod<T, ParametersOf<Path>, S> {
  return declare(path, declaration, false);
}

/** A {@link BackOfficeRow} whose body is a list of objects; `rules` check the list as a whole. */
export function BackOfficeListRow<Path extends string, T extends object>(
  path: Path,
  declaration: Declaration<T, ParametersOf<Path>, undefined> & { readonly rules?: ListRules<T> },
): RowMethod<readonly T[], ParametersOf<Path>, undefined> {
  return declare(path, declaration, true);
}

function declare<T extends object, Parameter extends string, Taken, S extends Shown>(
  path: string,
  declaration: Declaration<T, Parameter, S> & { readonly rules?: ListRules<T> },
  list: boolean,
): RowMethod<Taken, Parameter, S> {
  const { summary, body: shape, rules: listRules, partition, ...others } = declaration;
  const { role = 'backoffice', large = false, ...described } = others;
  const body = { shape, list, rules: listRules };
  return (prototype, method, descriptor) => {
    TheRow(body)(prototype, method, 0);
    const describes = Describes(summary, described) as MethodDecorator;
    addRouteMetadata(descriptor.value as object, { taken: { body } });
    const annotations = [ForRoles(role), describes, Put(`backoffice/${path}`)];
    applyDecorators(...annotations, ...(large ? [LargeBody()] : []))(prototype, method, descriptor);
    const rules = routeRules(`/backoffice/${path}`, routeMetadataOf(descriptor.value as object));
    const row = { decide: descriptor.value, role, rules, body, partition };
    const type = prototype.constructor;
    Reflect.defineMetadata(ROWS, [...rowsOf(type), row], type);
  };
}

/** Returns the rows that a controller class declares. */
export function rowsOf(controller: object): readonly Row[] {
  return (Reflect.getMetadata(ROWS, controller) ?? []) as readonly Row[];
}

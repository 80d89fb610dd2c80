import 'reflect-metadata';
import { applyDecorators, Put } from '@nestjs/common';
import {
  type Answer,
  type Described,
  Describes,
  LargeBody,
  type ListRules,
  marksOf,
  type Role,
  type RouteRules,
  routeRules,
  type RowRequest,
  type Shape,
  type TakenBody,
  takesRow,
} from '#libs/platform/http';
import { ForRoles } from './roles.js';

/** Names of the parameters of a path. */
type ParametersOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParametersOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Shape of what a row answers; undefined: it answers nothing. */
type Shown = Shape | undefined;

/** What the back office may put at a path. */
interface Declaration<T extends object, Parameter extends string, S extends Shown> extends Omit<
  Described,
  'summary' | 'shape' | 'list'
> {
  readonly summary: string;
  readonly shape?: NonNullable<S>;
  readonly body: new () => T;
  /** Default `backoffice`. */
  readonly role?: Role;
  /** Bodies up to 12 MiB, instead of 1 MiB. */
  readonly large?: boolean;
  /**
   * Lets lines of an import that name this row be carried out side by side: those of one partition are decided in their order, those
   * of different partitions in any. The method carries out one command, and whatever two commands may both touch needs to be in the
   * partition's name. What the method looks at before, other lines of the partition must not change; what only rows without a
   * partition change need not concern it, for their lines are carried out alone.
   */
  readonly partition?: (params: Readonly<Record<Parameter, string>>) => string;
}

type RowMethod<T, Parameter extends string, S> = (
  prototype: object,
  method: string,
  descriptor: TypedPropertyDescriptor<
    (
      row: RowRequest<T, Parameter>,
    ) => Promise<Answer<S extends Shape<infer B> ? B | undefined : undefined>>
  >,
) => void;

/** A row of the back office as an import finds it. */
export interface Row {
  /** The controller's method. */
  readonly decide: (row: RowRequest<unknown>) => Promise<Answer<unknown>>;
  readonly role: Role;
  readonly rules: RouteRules;
  readonly body: TakenBody;
  /** Absent where every line before and after keeps its order. */
  readonly partition?: (params: Readonly<Record<string, string>>) => string;
}

const ROWS = Symbol('rows of the back office');

/**
 * A row of the table of the back office ([back-office.import]): the method decides a PUT at this path below `/backoffice`, and a
 * line of an import that names it.
 */
export function BackOfficeRow<Path extends string, T extends object, S extends Shown = undefined>(
  path: Path,
  declaration: Declaration<T, ParametersOf<Path>, S>,
): RowMethod<T, ParametersOf<Path>, S> {
  return declare(path, declaration, false);
}

/** A row whose body is a list of such objects, which has to be right as a whole, too. */
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
    takesRow(body)(prototype, method);
    const describes = Describes(summary, described) as MethodDecorator;
    const annotations = [ForRoles(role), describes, Put(`backoffice/${path}`)];
    applyDecorators(...annotations, ...(large ? [LargeBody()] : []))(prototype, method, descriptor);
    const rules = routeRules(`/backoffice/${path}`, marksOf(descriptor.value as object));
    const row = { decide: descriptor.value, role, rules, body, partition };
    const type = prototype.constructor;
    Reflect.defineMetadata(ROWS, [...rowsOf(type), row], type);
  };
}

/** The rows that a controller class declares. */
export function rowsOf(controller: object): readonly Row[] {
  return (Reflect.getMetadata(ROWS, controller) ?? []) as readonly Row[];
}

/** Ids of what the writes are about. */
export interface World {
  readonly firm: string;
  /** Billing plans of the firm. */
  readonly plan: string;
  readonly platformPlan: string;
  readonly rtg: string;
  readonly offer: string;
  readonly owner: string;
  readonly other: string;
  readonly rep: string;
  readonly trustee: string;
  /** A corporate firm. */
  readonly company: string;
  readonly item: string;
  readonly account: string;
  readonly spare: string;
  readonly retirement: string;
  readonly folio: string;
  readonly order: string;
  readonly link: string;
  readonly retirementLink: string;
  /** Links to be verified by micro-deposits, by the owner, and to be cancelled. */
  readonly verifiable: string;
  readonly ownable: string;
  readonly cancellable: string;
  readonly cash: string;
  readonly subscription: string;
  readonly action: string;
  readonly webhook: string;
}

export type Role = 'client' | 'backoffice' | 'operator';

type Sized = 'text' | 'id' | 'digits';
type Plain =
  'bool' | 'date' | 'decimal' | 'email' | 'phone' | 'object' | 'list' | 'texts' | 'int' | 'base64';
type Chosen = 'code' | 'anycase' | 'same';

/**
 * What a field takes: `!` if it is required, `?` if a blank text is no value, its kind, and of texts and digits the greatest
 * length. A `code` is taken as it is written, `anycase` in any letter case; `id` is a text that may come as a number; `same`
 * repeats an id of the path.
 */
export type Kind = `${'!' | '?' | ''}${`${Sized} ${number}` | Sized | Plain | Chosen}`;

/** Kinds by place: `minor.firstName`, `primaryBeneficiaries[].ssn`. */
export type Fields = Readonly<Record<string, Kind>>;

/** A request that is accepted, and what each field of its body takes. */
export interface Write {
  readonly role?: Role;
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: () => unknown;
  readonly fields: Fields;
  /** Places of the fields that wrong values are sent for; default: all. */
  readonly looked?: readonly string[];
  /** Error code of a required field that is missing, where it is not `cannot.be.null`. */
  readonly missing?: Readonly<Record<string, string>>;
  /** Error code of any wrong value of a field that has a code of its own. */
  readonly wrong?: Readonly<Record<string, string>>;
}

/** Writes by their names; the world is known when the service runs. */
export type Writes = Readonly<Record<string, (world: World) => Write>>;

/** The writes with their numbers: what is sent of many values goes round by them. */
export const numbered = (writes: Writes): [string, Writes[string], number][] =>
  Object.entries(writes).map(([name, make], n) => [name, make, n]);

/** The same fields inside an object or the items of a list. */
export function inside(place: string, fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, kind]) => [`${place}.${name}`, kind]),
  );
}

/** The fields without the marks of required ones, as an update has them. */
export function optional(fields: Fields): Fields {
  const free = (kind: Kind): Kind => kind.replace('!', '') as Kind;
  return Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, free(kind)]));
}

/** The same kind for several fields. */
export const each = (names: readonly string[], kind: Kind): Fields =>
  Object.fromEntries(names.map((name) => [name, kind]));

/** The same value for several fields. */
export const all = (names: readonly string[], value: unknown): object =>
  Object.fromEntries(names.map((name) => [name, value]));

/** A moment of the past. */
export const MOMENT = '2026-01-05T16:00:00.000+00:00';

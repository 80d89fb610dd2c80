/** Ids of everything that the writes refer to. */
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
  /** Links to verify by micro-deposits, to verify by the owner, and to cancel. */
  readonly verifiable: string;
  readonly ownable: string;
  readonly cancellable: string;
  readonly cash: string;
  readonly subscription: string;
  readonly action: string;
  readonly webhook: string;
  /** API key of a client that nobody uses. */
  readonly apiKey: string;
}

export type Role = 'client' | 'backoffice' | 'operator';

type Sized = 'text' | 'id' | 'digits';
type Plain =
  'bool' | 'date' | 'decimal' | 'email' | 'phone' | 'object' | 'list' | 'texts' | 'int' | 'base64';
type Chosen = 'code' | 'anycase' | 'same';

/**
 * What a field accepts: `!` if required, its kind, and for texts and digits the maximum length. A `code` is case-sensitive, `anycase` is not; `id` is a text that may be sent as a number; `same` repeats an id of the path.
 */
export type Kind = `${'!' | ''}${`${Sized} ${number}` | Sized | Plain | Chosen}`;

/** Kinds by place: `minor.firstName`, `primaryBeneficiaries[].ssn`. */
export type Fields = Readonly<Record<string, Kind>>;

/** A valid request, and what each field of its body accepts. */
export interface Write {
  readonly role?: Role;
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: () => unknown;
  readonly fields: Fields;
  /** Places of the fields for which wrong values are sent; default: all. */
  readonly looked?: readonly string[];
  /** Error code of a missing required field, if not `cannot.be.null`. */
  readonly missing?: Readonly<Record<string, string>>;
  /** Error code of the rule that refuses it as it stands: what it needs is not in the world of these requests. */
  readonly refused?: string;
  /** Error code of any wrong value of a field with its own code. */
  readonly wrong?: Readonly<Record<string, string>>;
}

/** Writes by name; the world is known once the service runs. */
export type Writes = Readonly<Record<string, (world: World) => Write>>;

/** The writes with their numbers, by which sampled values rotate. */
export const numbered = (writes: Writes): [string, Writes[string], number][] =>
  Object.entries(writes).map(([name, make], n) => [name, make, n]);

/** Nests fields in an object or in the items of a list. */
export function inside(place: string, fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, kind]) => [`${place}.${name}`, kind]),
  );
}

/** Removes the marks of required fields, for an update. */
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

/** A past timestamp. */
export const MOMENT = '2026-01-05T16:00:00.000+00:00';

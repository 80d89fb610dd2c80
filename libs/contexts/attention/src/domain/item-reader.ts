import {
  FieldCode,
  fieldProblem,
  IN_THE_FUTURE,
  isAhead,
  isCode,
  isPrintable,
  lengthOf,
  parseTimestamp,
  type Problem,
  type Timestamp,
  UNLIMITED_VIEWS,
} from '#libs/platform/kernel';
import type { ItemInput } from './item.commands.js';
import type { DocumentKey } from './item.events.js';

const MAX_TEXT = 500;

/** Fields that have two spellings (decisions §1, "Output spelling"). */
type Doubled = 'id' | 'ifaType' | 'ifaStatus' | `itemForAttention${'Id' | 'Type' | 'Status'}`;

/** Reads one body field by field, collecting what is wrong; an item comes out of it only when nothing is. */
export class ItemReader {
  readonly problems: Problem[];

  constructor(
    private readonly input: ItemInput,
    private readonly now: Timestamp,
    known: readonly Problem[],
  ) {
    this.problems = [...known];
  }

  /** Notes a required field that is missing, unless something is noted about it already, in either spelling. */
  required(field: string, value: unknown, alias = field): void {
    if (value !== undefined && value !== null) return;
    if (this.problems.some((problem) => problem.field === field || problem.field === alias)) return;
    this.problems.push(fieldProblem(field, FieldCode.Required));
  }

  /** One of two spellings of a key, or both alike. */
  either(name: Doubled, alias: Doubled): string | undefined {
    const [value, other] = [this.input[name] ?? undefined, this.input[alias] ?? undefined];
    if (value !== undefined && other !== undefined && value !== other) {
      this.problems.push(fieldProblem(alias, FieldCode.Value, `Differs from ${name}.`));
    }
    return value ?? other;
  }

  code<T extends object>(
    table: T,
    field: string,
    value: string | null | undefined,
  ): (keyof T & string) | undefined {
    if (value === undefined || value === null) return undefined;
    if (isCode(table, value)) return value;
    this.problems.push(fieldProblem(field, FieldCode.Choice));
    return undefined;
  }

  timestamp(
    field: 'startDate' | 'expirationDate' | 'actionDateTime' | 'viewDateTime',
  ): string | null {
    const value = this.input[field] ?? null;
    const parsed = value === null ? null : parseTimestamp(value);
    if (parsed === undefined) this.problems.push(fieldProblem(field, FieldCode.Date));
    return parsed ?? null;
  }

  /** When something has happened. */
  past(field: 'actionDateTime' | 'viewDateTime'): string | null {
    const at = this.timestamp(field);
    if (at !== null && isAhead(at, this.now)) {
      this.problems.push(fieldProblem(field, FieldCode.Date, IN_THE_FUTURE));
    }
    return at;
  }

  views(field: 'viewsRemaining' | 'numberOfViews', absent: number): number {
    const value = this.input[field];
    if (value === undefined || value === null) return absent;
    if (!Number.isSafeInteger(value) || (value < 0 && value !== UNLIMITED_VIEWS)) {
      const message = `A whole number from 0, or ${UNLIMITED_VIEWS} for no limit.`;
      this.problems.push(fieldProblem(field, FieldCode.Value, message));
    }
    return value;
  }

  text(
    field: 'targetOid' | 'actorOid' | 'priority' | 'readDocumentPath' | 'writeDocumentPath',
  ): string | null {
    const value = this.input[field] ?? null;
    this.#check(field, value);
    return value;
  }

  documentKey(field: 'readDocumentKey' | 'writeDocumentKey'): DocumentKey | null {
    const value = this.input[field];
    if (!value) return null;
    const { documentKey = null, documentPartnerCode = null } = value;
    this.required('documentKey', documentKey);
    this.#check('documentKey', documentKey);
    this.#check('documentPartnerCode', documentPartnerCode);
    return documentKey === null ? null : { documentKey, documentPartnerCode };
  }

  #check(field: string, value: string | null): void {
    if (value === null) return;
    if (lengthOf(value) > MAX_TEXT) {
      const message = `At most ${MAX_TEXT} characters.`;
      this.problems.push(fieldProblem(field, FieldCode.Length, message));
    } else if (!isPrintable(value)) {
      this.problems.push(fieldProblem(field, FieldCode.Value));
    }
  }
}

import {
  canonicalCode,
  choiceOf,
  codesOf,
  counted,
  FieldCode,
  fieldProblem,
  type Forgiven,
  isCode,
  isEmail,
  isPrintable,
  isTelephone,
  lengthOf,
  PRINTABLE_ONLY,
  type Problem,
} from '#libs/platform/kernel';

/** A field of the wire: left out, null, or a value. */
export type SentValue<T> = T | null | undefined;

/**
 * Reads the fields of a request one by one, gathers every problem and answers each good value in the form it is stored.
 * Texts are trimmed; a blank text is no text where it is optional, and no value where it is required.
 */
export class FieldChecks {
  readonly problems: Problem[] = [];

  add(problem: Problem): void {
    this.problems.push(problem);
  }

  /**
   * A text with a greatest length; `message` names the object the field is in, where there are several, and `form` what is
   * accepted.
   */
  text(
    field: string,
    sent: SentValue<string>,
    options: {
      readonly max: number;
      readonly required?: boolean;
      readonly message?: string;
      readonly accept?: (text: string) => boolean;
      readonly form?: string;
    },
  ): string | undefined {
    const { max, required, message, accept, form } = options;
    const text = this.#present(field, sent, required, message);
    if (text === undefined) return undefined;
    const told = (hint?: string): string | undefined =>
      [message, hint].filter((part) => part !== undefined).join(': ') || undefined;
    if (lengthOf(text) > max) {
      return this.#bad(field, FieldCode.Length, told(`at most ${counted(max, 'character')}`));
    }
    if (!isPrintable(text) || accept?.(text) === false) {
      return this.#bad(field, FieldCode.Value, told(form ?? PRINTABLE_ONLY));
    }
    return text;
  }

  /** A code of a table, in its own spelling; `forgiven` is what does not count in the one sent. */
  code<T extends object>(
    field: string,
    sent: SentValue<string>,
    table: T,
    options: { readonly required?: boolean; readonly forgiven?: Forgiven } = {},
  ): (keyof T & string) | undefined {
    const text = this.#present(field, sent, options.required, undefined, FieldCode.Choice);
    if (text === undefined) return undefined;
    if (isCode(table, text)) return text;
    const { forgiven } = options;
    const code = forgiven && canonicalCode(codesOf(table), text, forgiven);
    if (code === undefined) this.#bad(field, FieldCode.Choice, choiceOf(codesOf(table)));
    return code;
  }

  email(field: string, sent: SentValue<string>, required = false): string | undefined {
    return this.text(field, sent, {
      max: 254,
      required,
      accept: isEmail,
      form: 'an e-mail address',
    });
  }

  telephone(field: string, sent: SentValue<string>): string | undefined {
    return this.text(field, sent, { max: 35, accept: isTelephone, form: '7 to 15 digits' });
  }

  /** A whole number of at most `digits` digits, without leading zeros. */
  count(field: string, sent: SentValue<string>, digits: number): string | undefined {
    const text = this.#present(field, sent);
    if (text === undefined) return undefined;
    if (!/^\d+$/.test(text)) return this.#bad(field, FieldCode.Digits);
    return text.length > digits ? this.#bad(field, FieldCode.Length) : String(Number(text));
  }

  /** An object; a required one that is missing is a problem of its own. */
  object<T extends object>(field: string, sent: SentValue<T>, required = false): T | undefined {
    if (sent !== null && sent !== undefined) return sent;
    if (required) this.#bad(field, FieldCode.Required);
    return undefined;
  }

  #present(
    field: string,
    sent: SentValue<string>,
    required = false,
    message?: string,
    blank: string = FieldCode.Value,
  ): string | undefined {
    const text = sent?.trim();
    if (text !== undefined && text !== '') return text;
    if (!required) return undefined;
    if (text === undefined) return this.#bad(field, FieldCode.Required, message);
    const told = blank === FieldCode.Value ? 'a text that is not blank' : undefined;
    return this.#bad(field, blank, [message, told].filter(Boolean).join(': ') || undefined);
  }

  #bad(field: string, errorCode: string, message?: string): string | undefined {
    this.add(fieldProblem(field, errorCode, message));
    return undefined;
  }
}

/** The object without its undefined fields, as events and states hold it. */
export function compact<T extends object>(
  object: T,
): { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
} {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined),
  ) as never;
}

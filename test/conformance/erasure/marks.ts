import { uniqueWord } from './set-up.js';

/** A unique text for each field, so that each is recognised wherever it turns up. */
export class Marks {
  readonly #word = uniqueWord().slice(-10);
  readonly #texts = new Map<string, string>();

  /** A text for a field: twelve letters. */
  of(field: string): string {
    const n = this.#texts.size;
    return this.keep(
      field,
      this.#word + String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26)),
    );
  }

  /** Registers a text for a field that accepts no letters. */
  keep(field: string, text: string): string {
    this.#texts.set(`${field} #${this.#texts.size}`, text);
    return text;
  }

  /** Fields whose text occurs in a content, ignoring case. */
  in(content: string | Buffer): readonly string[] {
    const text = content.toString('latin1').toLowerCase();
    return [...this.#texts]
      .filter(([, mark]) => text.includes(mark.toLowerCase()))
      .map(([field]) => field.replace(/ #\d+$/, ''));
  }

  /** Every field with a text. */
  get fields(): readonly string[] {
    return [...new Set([...this.#texts.keys()].map((field) => field.replace(/ #\d+$/, '')))];
  }
}

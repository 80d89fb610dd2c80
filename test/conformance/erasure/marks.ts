import { uniqueWord } from './set-up.js';

/** Texts that nobody else writes, one for each field, so that each is known wherever it turns up. */
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

  /** Takes a text for a field that takes no letters. */
  keep(field: string, text: string): string {
    this.#texts.set(`${field} #${this.#texts.size}`, text);
    return text;
  }

  /** Fields whose text stands in something, in whatever case. */
  in(content: string | Buffer): readonly string[] {
    const text = content.toString('latin1').toLowerCase();
    return [...this.#texts]
      .filter(([, mark]) => text.includes(mark.toLowerCase()))
      .map(([field]) => field.replace(/ #\d+$/, ''));
  }

  /** Every field that has a text. */
  get fields(): readonly string[] {
    return [...new Set([...this.#texts.keys()].map((field) => field.replace(/ #\d+$/, '')))];
  }
}

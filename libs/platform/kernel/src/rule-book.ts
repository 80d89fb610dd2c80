import { type Problem, ruleProblem } from './problem.js';

/** A code of a book. */
export type RuleOf<Book> = Book extends RuleBook<infer Code> ? Code : never;

/** The rules of a context: the code of each, for programs, and what is wrong when it is broken, for people. */
export class RuleBook<Code extends string> {
  constructor(private readonly words: Readonly<Record<Code, string>>) {}

  /**
   * The problem of a request that breaks a rule.
   * @param message where there is more to say than the words of the rule
   * @param field what breaks it, where it is one field that does
   */
  broken(code: Code, message?: string, field?: string): Problem {
    return ruleProblem(code, message ?? `${this.words[code]}.`, field);
  }

  /** Codes and words of some of the rules, for the description of a request. */
  of(...codes: readonly Code[]): Readonly<Record<string, string>> {
    return Object.fromEntries(codes.map((code) => [code, this.words[code]]));
  }
}

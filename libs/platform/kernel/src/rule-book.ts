import { type Problem, ruleProblem } from './problem.js';

export type RuleOf<Book> = Book extends RuleBook<infer Code> ? Code : never;

/** The rules of a context: a code for programs and a text for people. */
export class RuleBook<Code extends string> {
  constructor(private readonly words: Readonly<Record<Code, string>>) {}

  /** The problem of a request that breaks a rule. `message` replaces the rule's text; `field` names the offending field. */
  broken(code: Code, message?: string, field?: string): Problem {
    return ruleProblem(code, message ?? `${this.words[code]}.`, field);
  }

  /** Codes and texts of some rules, for the description of a request. */
  of(...codes: readonly Code[]): Readonly<Record<string, string>> {
    return Object.fromEntries(codes.map((code) => [code, this.words[code]]));
  }
}

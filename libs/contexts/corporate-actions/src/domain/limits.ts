/** Longest texts, in characters, and lists, in items (own). */
export const Limit = {
  title: 200,
  description: 2_000,
  introText: 10_000,
  question: 4_000,
  link: 2_048,
  docs: 100,
  questions: 100,
  choices: 100,
} as const;

/** Longest action as JSON, in UTF-16 units: well below what one event may have, whatever the script. */
export const MAX_SIZE = 300_000;

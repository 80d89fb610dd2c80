/**
 * How often a test kills what it kills again and again: a few times, each at another moment by chance, or as often as `CRASH_ROUNDS` says.
 */
export function crashRounds(few: number): number {
  return Number(process.env['CRASH_ROUNDS'] ?? few);
}

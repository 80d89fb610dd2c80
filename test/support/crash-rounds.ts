/** How often a crash test kills its process, each time at a random moment: a few times, or `CRASH_ROUNDS`. */
export function crashRounds(few: number): number {
  return Number(process.env['CRASH_ROUNDS'] ?? few);
}

import { commands } from './commands.bench.js';
import { growth } from './growth.bench.js';
import { reads } from './reads.bench.js';
import { rebuild } from './rebuild.bench.js';
import { start } from './start.bench.js';

const benches: Readonly<Record<string, () => Promise<object>>> = {
  commands,
  reads,
  growth,
  rebuild,
  start,
};

/** Runs the benchmarks named as arguments, or all, and prints one JSON line for each. */
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(benches);
for (const name of names) {
  const bench = benches[name];
  if (!bench) {
    process.stderr.write(`No benchmark ${name}; there are ${Object.keys(benches).join(', ')}\n`);
    process.exit(1);
  }
  process.stdout.write(`${JSON.stringify({ bench: name, ...(await bench()) })}\n`);
}

import { commands } from './commands.bench.js';
import { removeDataset } from './dataset.js';
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
const unknown = names.find((name) => !benches[name]);
if (unknown !== undefined) {
  process.stderr.write(`No benchmark ${unknown}; there are ${Object.keys(benches).join(', ')}\n`);
  process.exit(1);
}
try {
  for (const name of names) {
    process.stdout.write(`${JSON.stringify({ bench: name, ...(await benches[name]?.()) })}\n`);
  }
} finally {
  await removeDataset();
}

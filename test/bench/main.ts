import { asof } from './asof.bench.js';
import { commands } from './commands.bench.js';
import { removeDatasets } from './dataset.js';
import type { BenchOptions } from './bench-options.js';
import { feed } from './feed.bench.js';
import { growth } from './growth.bench.js';
import { importing } from './import.bench.js';
import { lag } from './lag.bench.js';
import { list } from './list.bench.js';
import { mongodb } from './mongodb.bench.js';
import { reads } from './reads.bench.js';
import { readsDuringRebuild } from './reads-during-rebuild.bench.js';
import { readsScale } from './reads-scale.bench.js';
import { rebuild } from './rebuild.bench.js';
import { start } from './start.bench.js';
import { stores } from './stores.bench.js';
import { takeover } from './takeover.bench.js';

const benches: Readonly<Record<string, (options: BenchOptions) => Promise<object>>> = {
  commands,
  reads,
  'reads-scale': readsScale,
  import: importing,
  list,
  asof,
  growth,
  rebuild,
  'reads-during-rebuild': readsDuringRebuild,
  start,
  feed,
  lag,
  mongodb,
  stores,
  takeover,
};

/** Runs the benchmarks named as arguments, or all, and prints one JSON line for each. `--full` uses the largest data. */
const args = process.argv.slice(2);
const full = args.includes('--full');
const named = args.filter((arg) => arg !== '--full');
const names = named.length > 0 ? named : Object.keys(benches);
const unknown = names.find((name) => !benches[name]);
if (unknown !== undefined) {
  process.stderr.write(`No benchmark ${unknown}; there are ${Object.keys(benches).join(', ')}\n`);
  process.exit(1);
}
try {
  for (const name of names) {
    process.stdout.write(
      `${JSON.stringify({ bench: name, ...(await benches[name]?.({ full })) })}\n`,
    );
  }
} finally {
  await removeDatasets();
}

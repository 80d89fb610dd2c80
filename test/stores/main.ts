import { namedServers } from '../support/tested-stores.js';
import { runStep } from './step.js';

/**
 * Runs the tests for real servers against those named by `TEST_EVENTSTORE_URL` and `TEST_MONGODB_URL`; a store that is not named is
 * embedded. Jest runs contracts, journeys and the weather; the demonstration runs on its own service. Nobody else may write to the
 * servers meanwhile. Exits with status 1 if something fails or no server is named.
 */
const servers = namedServers();
if (!servers) {
  process.stderr.write(
    'Set TEST_EVENTSTORE_URL (esdb://…), TEST_MONGODB_URL (mongodb://…/a_test_database) or both: no server is named to test against.\n' +
      'What the fixtures of both servers can show runs with npm test.\n',
  );
  process.exit(1);
}

// What a test that ran into its time leaves open would keep Jest from ending.
const jest = ['node_modules/jest/bin/jest.js', '--runInBand', '--forceExit'];
const contracts = [
  servers['EVENTSTORE_URL'] !== undefined && [
    'event-store/src/eventstoredb/eventstoredb-event-store',
  ],
  servers['MONGODB_URL'] !== undefined && [
    'read-models/src/document-store',
    'runtime/src/key-store',
    'runtime/src/key-rewrapping',
  ],
].flatMap((names) => (names === false ? [] : names.map((name) => `libs/platform/${name}.spec.ts`)));
const onServers = { TEST_STORES_DIR: servers['DATA_DIR'] ?? '' };
const steps: readonly (readonly [string, readonly string[], Readonly<Record<string, string>>])[] = [
  ['contracts', [...jest, ...contracts], {}],
  ['journeys', [...jest, 'test/journeys/typed-client'], onServers],
  ['demonstration', ['tools/smoke.mjs'], servers],
  ['weather', [...jest, 'test/faults/weather'], onServers],
];
const failed: string[] = [];
for (const [name, args, env] of steps) {
  process.stdout.write(`\n# ${name}\n`);
  if (!(await runStep(args, env))) failed.push(name);
}
process.stdout.write(failed.length === 0 ? '\nAll passed.\n' : `\nFailed: ${failed.join(', ')}\n`);
process.exit(failed.length === 0 ? 0 : 1);

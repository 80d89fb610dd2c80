import {
  announce,
  exitOnBadConfig,
  formatLog,
  keepInspectorClosed,
  VERSION,
} from '#libs/platform/runtime';
import { runsInOneProcess, startedOrExit, startProjector, stopOnSignals } from '#libs/application';

/** Keeps read models and runs reactions, beside any number of API processes on the same servers. */
keepInspectorClosed();
const config = exitOnBadConfig();
if (runsInOneProcess(config)) {
  process.stderr.write(
    'The projector needs EVENTSTORE_URL and MONGODB_URL; with an embedded store the API does its work.\n',
  );
  process.exit(1);
}
await formatLog(config);
const starting = startProjector(config);
stopOnSignals(starting);
const projector = await startedOrExit(starting, 'The projector can not start.');
announce(
  `Brokerage account service: the projector is running, its health is on port ${projector.port}`,
  { port: projector.port, version: VERSION },
);

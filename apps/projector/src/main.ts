import { exitOnBadConfig } from '#libs/platform/runtime';
import { runsInOneProcess, startProjector } from '#libs/application';

/** Keeps read models and runs reactions, beside any number of API processes on the same servers. */
const config = exitOnBadConfig();
if (runsInOneProcess(config)) {
  process.stderr.write(
    'The projector needs EVENTSTORE_URL and MONGODB_URL; with an embedded store the API does its work.\n',
  );
  process.exit(1);
}
const projector = await startProjector(config).catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof Error ? error.message : 'The projector can not start.'}\n`,
  );
  process.exit(1);
});
process.stdout.write(
  `Brokerage account service: the projector is running, its health is on port ${projector.port}\n`,
);

const stop = (): void => {
  void projector.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

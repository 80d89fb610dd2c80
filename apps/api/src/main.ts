import { credentialsPath } from '#libs/platform/identity';
import { exitOnBadConfig } from '#libs/platform/runtime';
import { startService } from '#libs/application';

/** The REST service. Ends cleanly on SIGTERM and SIGINT. */
const config = exitOnBadConfig();
const service = await startService(config).catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof Error ? error.message : 'The service can not start.'}\n`,
  );
  process.exit(1);
});
process.stdout.write(`Brokerage account service is listening on ${service.url}\n`);
if (config.embedded) {
  process.stdout.write(
    `Stores: embedded, in ${config.dataDir}. Demonstration firm: ${credentialsPath(config.dataDir)}\n` +
      'Try: npm run demo (in another terminal)\n',
  );
}

const stop = (): void => {
  void service.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

import { credentialsPath } from '#libs/platform/identity';
import { exitOnBadConfig } from '#libs/platform/runtime';
import { startedOrExit, startService, stopOnSignals } from '#libs/application';

/** The REST service. Ends cleanly on SIGTERM and SIGINT. */
const config = exitOnBadConfig();
const service = await startedOrExit(startService(config), 'The service can not start.');
stopOnSignals(service.stop);
process.stdout.write(`Brokerage account service is listening on ${service.url}\n`);
if (config.embedded) {
  process.stdout.write(
    `Stores: embedded, in ${config.dataDir}. Demonstration firm: ${credentialsPath(config.dataDir)}\n` +
      'Try: npm run demo (in another terminal)\n',
  );
}

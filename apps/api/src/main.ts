import { credentialsPath } from '#libs/platform/identity';
import { announce, exitOnBadConfig } from '#libs/platform/runtime';
import { startedOrExit, startService, stopOnSignals } from '#libs/application';

/** The REST service. Ends cleanly on SIGTERM and SIGINT. */
const config = exitOnBadConfig();
const service = await startedOrExit(startService(config), 'The service can not start.');
stopOnSignals(service.stop);
announce(`Brokerage account service is listening on ${service.url}`);
if (config.embedded) {
  announce(
    `Stores: embedded, in ${config.dataDir}. Demonstration firm: ${credentialsPath(config.dataDir)}\n` +
      'Try: npm run demo (in another terminal)',
  );
}

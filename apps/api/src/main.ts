import { credentialsPath } from '#libs/platform/identity';
import {
  announce,
  exitOnBadConfig,
  formatLog,
  keepInspectorClosed,
  VERSION,
} from '#libs/platform/runtime';
import { startedOrExit, startService, stopOnSignals } from '#libs/application';

/** The REST service. */
keepInspectorClosed();
const config = exitOnBadConfig();
await formatLog(config);
const starting = startService(config);
stopOnSignals(starting);
const service = await startedOrExit(starting, 'The service can not start.');
announce(`Brokerage account service is listening on ${service.url} as version ${VERSION}`, {
  url: service.url,
  version: VERSION,
});
if (config.embedded) {
  announce(
    `Stores: embedded, in ${config.dataDir}. Demonstration firm: ${credentialsPath(config.dataDir)}. ` +
      'Try: npm run demo (in another terminal)',
  );
}

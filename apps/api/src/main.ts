import { credentialsPath } from '#libs/platform/identity';
import { announce, VERSION } from '#libs/platform/runtime';
import { startMain, startService } from '#libs/application';

/** The REST service. */
const { config, started } = await startMain(startService);
const { url } = started;
announce(`Brokerage account service is listening on ${url} (version ${VERSION})`, {
  url,
  version: VERSION,
});
if (config.embedded) {
  announce(
    `Stores: embedded, in ${config.dataDir}. Demonstration credentials: ${credentialsPath(config.dataDir)}. ` +
      'Next, run "npm run demo" in another terminal.',
  );
}

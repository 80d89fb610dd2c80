import { announce, VERSION } from '#libs/platform/runtime';
import { startMain, startProjector } from '#libs/application';

/** Maintains read models and runs reactions beside any number of API processes that share the same servers. */
const { started } = await startMain(startProjector);
const { port } = started;
announce(`Projector of the brokerage account service is running; health checks on port ${port}`, {
  port,
  version: VERSION,
});

import { announce, VERSION } from '#libs/platform/runtime';
import { startMain, startProjector } from '#libs/application';

/** Keeps read models and runs reactions, beside any number of API processes on the same servers. */
const { started } = await startMain(startProjector);
const { port } = started;
announce(`Brokerage account service: the projector is running, its health is on port ${port}`, {
  port,
  version: VERSION,
});

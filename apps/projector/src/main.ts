import { NestFactory } from '@nestjs/core';
import { exitOnBadConfig } from '#libs/platform/runtime';
import { Background, openPlatform, registerReactions } from '#libs/platform/service';
import { ApplicationModule, contexts, runsInOneProcess } from '#libs/application';

/** Keeps read models and runs reactions, beside any number of API processes on the same servers. */
const config = exitOnBadConfig();
if (runsInOneProcess(config)) {
  process.stderr.write(
    'The projector needs EVENTSTORE_URL and MONGODB_URL; with an embedded store the API does its work.\n',
  );
  process.exit(1);
}
const platform = await openPlatform(config, contexts);
const app = await NestFactory.createApplicationContext(ApplicationModule.forRoot(platform), {
  logger: false,
});
registerReactions(platform, app);
const background = new Background(platform, app);
await background.start();
process.stdout.write('Brokerage account service: the projector is running\n');

const stop = async (): Promise<void> => {
  await background.stop();
  await app.close();
  await platform.close();
  process.exit(0);
};
process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());

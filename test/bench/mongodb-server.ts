import { MongoFixture } from '../support/mongodb-fixture.js';

/** The MongoDB fixture as a child process. Argument: milliseconds that each command takes. Prints its connection string. */
const fixture = await MongoFixture.start({ replicaSet: true, delay: Number(process.argv[2]) });
process.stdout.write(`${fixture.url()}\n`);
process.once('SIGTERM', () => {
  void fixture.stop();
});

// Appends to the embedded log as fast as it can until killed, and prints each acknowledged append.
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { openEmbeddedEventStore } from '../../dist/libs/platform/event-store/src/embedded/embedded-event-store.js';

const store = await openEmbeddedEventStore({ directory: process.argv[2] });
writeSync(1, 'open\n');

async function write(writer) {
  const stream = `crash-${randomUUID()}`;
  for (let expected = 'no_stream'; ;) {
    const group = randomUUID();
    const events = Array.from({ length: 1 + (writer % 3) }, (_, n, size = 1 + (writer % 3)) => ({
      id: randomUUID(),
      type: 'crash.Written.v1',
      data: { group, n, size, text: 'x'.repeat(400) },
      metadata: {},
    }));
    const { revision, position } = await store.append(stream, expected, events);
    writeSync(1, `${stream} ${revision} ${events.at(-1).id} ${position}\n`);
    expected = revision;
  }
}

for (let writer = 0; writer < 48; writer++) void write(writer);

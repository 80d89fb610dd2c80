// Appends and projects until it is killed by a crash test. With `half` it appends nothing and stops in the middle of a rebuild.
// Runs the built service.
const [, , directory, mode] = process.argv;
const HALF = 1_000;
let decoded = 0;
const { openEventStore } = await import('../../dist/libs/platform/event-store/src/index.js');
const { openDocumentStore, ProjectionRunner } =
  await import('../../dist/libs/platform/read-models/src/index.js');

const log = await openEventStore({ directory: `${directory}/events` });
const documents = await openDocumentStore({ directory: `${directory}/documents` });
const runner = new ProjectionRunner({
  eventStore: log,
  documents,
  projections: [
    {
      name: 'counters.counter',
      version: 1,
      indexes: [{ name: 'sum', fields: ['sum'] }],
      events: ['counter.Added', 'counter.Removed'],
      documents: (event) => event.data.ids,
      fold: (document, event, id) =>
        event.type === 'counter.Removed'
          ? undefined
          : {
              id,
              sum: (document?.sum ?? 0) + event.data.n,
              seen: [...(document?.seen ?? []), event.id.slice(-6)].slice(-30),
            },
    },
  ],
  decode: async (events) => {
    decoded += events.length;
    if (mode === 'half' && decoded > HALF) {
      process.send(decoded);
      await new Promise(() => undefined);
    }
    return events.map((event) => ({
      ...event,
      type: event.type.replace(/\.v\d+$/, ''),
      at: event.metadata.at,
    }));
  },
  clock: { now: () => Date.now() },
  holder: `${process.pid}`,
  leaseMs: 1,
  pollMs: 5,
  limits: { batchEvents: 50, pendingEvents: 200, writeDocuments: 20 },
});
await runner.start();
process.send('started');
if (mode === 'half') {
  await runner.generations.rebuild('counters.counter');
  await new Promise(() => undefined);
}

const stream = `counter-${process.pid}`;
let revision = 'no_stream';
let count = 0;
for (;;) {
  const events = Array.from({ length: 1 + (count % 7) }, () => {
    const n = ++count;
    const ids = [`c${n % 101}`, `d${(n * n) % 17}`];
    return {
      id: `00000000-0000-4000-8000-${String(process.pid).padStart(6, '0')}${String(n).padStart(6, '0')}`,
      type: n % 23 === 0 ? 'counter.Removed.v1' : 'counter.Added.v1',
      data: { ids, n },
      metadata: { at: '2026-03-02T15:00:00.000Z' },
    };
  });
  const result = await log.append(stream, revision, events);
  revision = result.revision;
  if (mode === 'rebuild' && count % 50 < 7) await runner.generations.rebuild('counters.counter');
  process.send(count);
}

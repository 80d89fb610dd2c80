import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { recordedAt } from '#libs/platform/event-store';
import { encodeConsistencyToken } from '#libs/platform/http';
import type { Document, Projection } from '#libs/platform/read-models';
import { ManualClock } from '../support/manual-clock.js';
import { ServiceUnderTest } from '../support/running-service.js';
import { journey } from './as-of-journey.fixture.js';
import { Recorder, type Recording, shownOf, type Target, withParameter } from './as-of.fixture.js';

/** Long enough that the time windows of lists end between two steps. */
const PACE_MS = 10 * 3_600_000;

let service: ServiceUnderTest;
let recorder: Recorder;
beforeAll(async () => {
  const clock = new ManualClock(Date.now());
  const started = await ServiceUnderTest.start({ clock });
  // signatures would not match the service's clock
  const client = new BrokerageClient(started.service.url, {
    token: started.credentials.tokens.client,
  });
  service = Object.create(started, { client: { value: client } }) as ServiceUnderTest;
  recorder = new Recorder(service, clock, PACE_MS);
  await journey(recorder);
});
afterAll(() => service.stop());

interface Description {
  readonly paths: Readonly<
    Record<
      string,
      { readonly get?: { readonly parameters?: readonly { readonly $ref?: string }[] } }
    >
  >;
}

/** Repeats recorded reads with `asOf`. Returns the differences. */
async function differences(
  recordings: readonly Recording[],
  momentOf: (recording: Recording) => string,
): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const recording of recordings) {
    const moment = momentOf(recording);
    const looked = [...recording.answers].map(async ([target, then]) => {
      const answer = await recorder
        .clientOf(target.reader)
        .get(withParameter(target.path, 'asOf', moment));
      const now = shownOf(answer);
      const same = JSON.stringify(now) === JSON.stringify(then);
      const position = answer.headers.get('x-as-of-position');
      if (!same) found.push({ step: recording.step, ...described(target), then, now });
      if (position !== encodeConsistencyToken(recording.position)) {
        found.push({ step: recording.step, ...described(target), position });
      }
    });
    await Promise.all(looked);
  }
  return found;
}

function described({ path, reader }: Target): object {
  return { path, reader };
}

describe('asOf [request.as-of]', () => {
  it('is accepted by every read, and the journey watches all of them', async () => {
    const { body } = await service.client.get('/openapi.json');
    const templates = Object.entries((body as Description).paths)
      .filter(([, { get }]) => get?.parameters?.some(({ $ref }) => $ref?.endsWith('/AsOf')))
      .map(([path]) => path.replaceAll(/\{[^}]+\}/g, '{}'));
    const watched = new Set(recorder.targets.map(({ template }) => template));
    // a new read belongs in the journey, unless it is marked @PresentOnly()
    expect(new Set(templates)).toEqual(watched);
  });

  it('each read has shown something at some time', () => {
    const silent = new Set(recorder.targets.map(({ template }) => template));
    for (const { answers } of recorder.recordings) {
      for (const [target, { status }] of answers)
        if (status === 200) silent.delete(target.template);
    }
    expect([...silent]).toEqual([]);
  });

  it('answers as when the position was the newest, whatever is asked', async () => {
    const moment = ({ position }: Recording): string => encodeConsistencyToken(position);
    expect(await differences(recorder.recordings, moment)).toEqual([]);
  });

  it('answers the same for the time of it', async () => {
    const events = await service.log();
    const quiet = recorder.recordings.filter(
      ({ position, time }) =>
        !events.some((event) => event.position > position && recordedAt(event) <= time),
    );
    expect(quiet.length).toBeGreaterThan(40);
    const some = quiet.filter((_, i) => i % 5 === 0);
    expect(await differences(some, ({ time }) => time)).toEqual([]);
  });

  it('projections name every stream of a document, and the fields of indexes that never change', async () => {
    const { projections, codec } = service.service.platform;
    const events = (await codec.decode(await service.log())).filter((one) => one !== undefined);
    const wrong: unknown[] = [];
    let traced = 0;
    for (const projection of projections) {
      const { history, name } = projection;
      if (history === undefined) continue;
      const documents = new Map<string, Document>();
      for (const event of events.filter(({ type }) => projection.events.includes(type))) {
        for (const id of new Set(projection.documents(event))) {
          const before = documents.get(id);
          const after = projection.fold(before, event, id);
          const { stream, revision, type } = event;
          const isNamed = history
            .streams(id)
            .some((source) => source.stream === stream && revision < (source.first ?? Infinity));
          if (!isNamed && before !== undefined) wrong.push({ name, id, type, stream });
          if (before !== undefined && after === undefined) wrong.push({ name, id, type });
          if (before !== undefined && after !== undefined) {
            wrong.push(...changedFields(projection, before, after));
            traced += 1;
          }
          if (after !== undefined) documents.set(id, after);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(traced).toBeGreaterThan(40);
  });
});

/** Index fields declared as fixed that changed. */
function changedFields(
  { name, indexes, history }: Projection,
  before: Document,
  after: Document,
): unknown[] {
  return indexes.flatMap((index) =>
    index.fields
      .slice(0, history?.fixed[index.name] ?? 0)
      .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
      .map((field) => ({ name, index: index.name, field })),
  );
}

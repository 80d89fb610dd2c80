import { ProblemError } from '#libs/client';
import type { EventStore } from '#libs/platform/event-store';

/** Prints one line. */
export function show(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Shows each request of a client with its answer and the events that are new in the log since the one before. */
export class Narrator {
  private constructor(
    private readonly log: EventStore,
    private seen: bigint,
  ) {}

  /** What is in the log already is not told. */
  static async over(log: EventStore): Promise<Narrator> {
    return new Narrator(log, await log.head());
  }

  /** Sends a request for the client, and tells of it. */
  readonly fetch = async (request: Request): Promise<Response> => {
    const sent = await request.clone().text();
    const response = await fetch(request);
    const answered = await response.clone().text();
    show(`  ${request.method} ${new URL(request.url).pathname}`);
    if (sent !== '') show(`    ${shortened(discreet(sent))}`);
    const location = response.headers.get('location');
    show(
      `  ${response.status}${location === null ? '' : `  Location: ${new URL(location).pathname}`}`,
    );
    if (answered !== '') show(`    ${shortened(answered, 700)}`);
    await this.#showNewEvents();
    return response;
  };

  /** One step. Ends the process with status 1 when it is refused. */
  async step<T>(title: string, act: () => Promise<T>): Promise<T> {
    show(`\n── ${title}`);
    try {
      return await act();
    } catch (error) {
      return giveUp(error instanceof Error ? error.message : String(error));
    }
  }

  /** One step that must be refused with HTTP 400. Ends the process with status 1 when it is not. */
  async refused(title: string, act: () => Promise<unknown>): Promise<void> {
    show(`\n── ${title}`);
    const error: unknown = await act().catch((thrown: unknown) => thrown);
    if (!(error instanceof ProblemError) || error.status !== 400) giveUp('That was to be refused.');
  }

  async #showNewEvents(): Promise<void> {
    for await (const event of this.log.readAll({ after: this.seen })) {
      this.seen = event.position;
      if (event.type.startsWith('idempotency.')) continue;
      const data = JSON.stringify(event.data).replace(
        /\{"\$(sealed|secret)":"[^"]*"\}/g,
        '"(sealed)"',
      );
      show(`    event  ${event.stream} #${event.revision}  ${event.type}  ${shortened(data, 160)}`);
    }
  }
}

function giveUp(reason: string): never {
  show(`\n${reason} The demonstration stops here.`);
  process.exit(1);
}

/** A body without what no screen should show, not even of an invented person. */
function discreet(body: string): string {
  return body.replace(/"(tid|signatureData)":"[^"]*"/g, '"$1":"(not shown)"');
}

function shortened(text: string, length = 400): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

import { ProblemError } from '#libs/client';
import type { EventStore } from '#libs/platform/event-store';

/** Prints one line. */
export function show(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Prints each request of a client with its response and the events that were added to the log. */
export class Narrator {
  private constructor(
    private readonly log: EventStore,
    private seen: bigint,
  ) {}

  /** Skips the events already in the log. */
  static async over(log: EventStore): Promise<Narrator> {
    return new Narrator(log, await log.head());
  }

  /** Sends a request for the client and prints it. */
  readonly fetch = async (request: Request): Promise<Response> => {
    const sent = await request.clone().text();
    const response = await fetch(request);
    const received = await response.clone().text();
    show(`  ${request.method} ${new URL(request.url).pathname}`);
    if (sent !== '') show(`    ${shortened(discreet(sent))}`);
    const location = response.headers.get('location');
    show(
      `  ${response.status}${location === null ? '' : `  Location: ${new URL(location).pathname}`}`,
    );
    if (received !== '') show(`    ${shortened(received, 700)}`);
    await this.#showNewEvents();
    return response;
  };

  /** Runs a step; ends the process with status 1 if it fails. */
  async step<T>(title: string, act: () => Promise<T>): Promise<T> {
    show(`\n── ${title}`);
    try {
      return await act();
    } catch (error) {
      return giveUp(error instanceof Error ? error.message : String(error));
    }
  }

  /** Runs a step that must be refused with HTTP 400; ends the process with status 1 if it is not. */
  async refused(title: string, act: () => Promise<unknown>): Promise<void> {
    show(`\n── ${title}`);
    const error: unknown = await act().catch((thrown: unknown) => thrown);
    if (!(error instanceof ProblemError) || error.status !== 400)
      giveUp('This should have been refused.');
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

/** Hides what should not appear on a screen, even for a fictitious person. */
function discreet(body: string): string {
  return body.replace(/"(tid|signatureData)":"[^"]*"/g, '"$1":"(not shown)"');
}

function shortened(text: string, length = 400): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

import type { BrokerageClient, ClientAnswer } from '#libs/client';
import type { EventStore } from '#libs/platform/event-store';

/** Prints one line. */
export function show(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Sends requests and shows each with its answer and the events that are new in the log since the one before. */
export class Narrator {
  private constructor(
    private readonly client: BrokerageClient,
    private readonly log: EventStore,
    private seen: bigint,
  ) {}

  /** What is in the log already is not told. */
  static async over(client: BrokerageClient, log: EventStore): Promise<Narrator> {
    return new Narrator(client, log, await log.head());
  }

  /** One request. Ends the process with status 1 when the answer has another status than expected. */
  async step(
    title: string,
    expected: number,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<ClientAnswer> {
    show(`\n── ${title}`);
    show(`  ${method} ${path}`);
    if (body !== undefined) show(`    ${shortened(discreet(body))}`);
    const answer = await this.client.request(method, path, body);
    show(
      `  ${answer.status}${answer.location === undefined ? '' : `  Location: ${answer.location}`}`,
    );
    if (answer.body !== undefined) show(`    ${shortened(JSON.stringify(answer.body), 700)}`);
    await this.#showNewEvents();
    if (answer.status !== expected) {
      show(`\nExpected ${expected}: the demonstration stops here.`);
      process.exit(1);
    }
    return answer;
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

/** A body without what no screen should show, not even of an invented person. */
function discreet(body: unknown): string {
  return JSON.stringify(body).replace(/"(tid|signatureData)":"[^"]*"/g, '"$1":"(not shown)"');
}

function shortened(text: string, length = 400): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

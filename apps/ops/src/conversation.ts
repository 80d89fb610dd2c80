import { createInterface } from 'node:readline/promises';
import { SingleBar } from 'cli-progress';
import { CommandFailure } from './command-failure.js';

/** Milliseconds between two lines of progress where there is no terminal to draw a bar on. */
const LINE_EVERY_MS = 2_000;

/** How something long is getting on. */
export interface Progress {
  /** @param done of the total; `total` may change on the way, as when a log grows */
  update(done: number, total?: number): void;
  /** Leaves the last state on the screen. */
  stop(): void;
}

/** What a command says besides its result, all of it on stderr. */
export type Conversation = ReturnType<typeof conversation>;

/** The conversation of one command: whether its result is printed as JSON, and whether questions are answered beforehand. */
export function conversation({ asJson, yes }: { asJson: boolean; yes: boolean }) {
  return {
    asJson,
    /** A line for the person who waits; nothing with `--json`. */
    note(line: string): void {
      if (!asJson) process.stderr.write(`${line}\n`);
    },
    /** A line of a result that has no end, such as a feed. On stdout. */
    line(text: string, json: unknown): void {
      process.stdout.write(`${asJson ? JSON.stringify(json) : text}\n`);
    },
    /**
     * A bar with rate and time left, or lines where stderr is no terminal; nothing with `--json`.
     * @param total undefined when nobody knows: then what is done, and the rate
     * @param begun what had been done before: it tells nothing of the rate
     */
    progress: (what: string, unit: string, total: number | undefined, begun = 0): Progress =>
      asJson ? silent : bar(what, unit, total, begun),
    /**
     * Asks, unless `--yes` was given.
     * @throws CommandFailure when the answer is no, and with status 2 where nobody can be asked
     */
    confirm: (question: string): Promise<void> => (yes ? Promise.resolve() : ask(question)),
  };
}

/** Progress that nobody is shown. */
export const silent: Progress = { update: () => undefined, stop: () => undefined };

function bar(what: string, unit: string, total: number | undefined, begun: number): Progress {
  const started = performance.now();
  const shown = new SingleBar({
    format:
      total === undefined
        ? `${what} | {value} ${unit} | {rate} ${unit}/s`
        : `${what} [{bar}] {percentage}% | {value}/{total} ${unit} | {rate} ${unit}/s | {eta_formatted} left`,
    stream: process.stderr,
    noTTYOutput: true,
    notTTYSchedule: LINE_EVERY_MS,
    // Over the last hundred figures: what comes first of a log is not like the rest.
    etaBuffer: 100,
    formatTime: timeLeft,
    hideCursor: true,
  });
  shown.start(total ?? 0, begun, { rate: 0 });
  return {
    update(done, newTotal) {
      // Of nothing no share can be shown.
      if (newTotal === 0) return;
      if (newTotal !== undefined) shown.setTotal(newTotal);
      const seconds = (performance.now() - started) / 1_000;
      shown.update(done, { rate: seconds > 0 ? Math.round((done - begun) / seconds) : 0 });
    },
    stop: () => shown.stop(),
  };
}

/** Seconds as `1h02m`, `3m20s` or `5s`; `?` while nothing is known. */
function timeLeft(seconds: unknown): string {
  if (typeof seconds !== 'number') return '?';
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  if (hours > 0) return `${hours}h${two(minutes)}m`;
  const rest = Math.floor(seconds % 60);
  return minutes > 0 ? `${minutes}m${two(rest)}s` : `${rest}s`;
}

async function ask(question: string): Promise<void> {
  if (!process.stdin.isTTY) {
    throw new CommandFailure(`${question} Answer with --yes.`);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new CommandFailure('Nothing was done.');
  } finally {
    terminal.close();
  }
}

import { createInterface } from 'node:readline/promises';
import { SingleBar } from 'cli-progress';
import { CommandFailure } from './command-failure.js';

/** Milliseconds between lines of progress if stderr is not a terminal. */
const LINE_EVERY_MS = 2_000;

/** Shows the progress of a long operation. */
export interface Progress {
  /** @param total may change, for example when a log grows */
  update(done: number, total?: number): void;
  /** Stops updating; the last state stays visible. */
  stop(): void;
}

/** How a command talks to the user besides its result: on stderr. */
export type Conversation = ReturnType<typeof conversation>;

/** Creates the conversation of a command. `yes`: confirm every question. */
export function conversation({ asJson, yes }: { asJson: boolean; yes: boolean }) {
  return {
    asJson,
    /** Prints a line for the waiting user; nothing with `--json`. */
    note(line: string): void {
      if (!asJson) process.stderr.write(`${line}\n`);
    },
    /** Prints a line of an endless result, such as a feed, to stdout. */
    line(text: string, json: unknown): void {
      process.stdout.write(`${asJson ? JSON.stringify(json) : text}\n`);
    },
    /**
     * Starts a progress bar, or lines if stderr is not a terminal; nothing with `--json`.
     * @param total undefined if unknown: then only the amount done and the rate are shown
     * @param begun amount done before, not counted in the rate
     */
    progress: (what: string, unit: string, total: number | undefined, begun = 0): Progress =>
      asJson ? silent : bar(what, unit, total, begun),
    /** Asks for confirmation unless `--yes` was given. @throws CommandFailure if the user declines, or can't be asked */
    confirm: (question: string): Promise<void> => (yes ? Promise.resolve() : ask(question)),
  };
}

/** Shows nothing. */
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
    // Averages over the last hundred updates, because the start of a log is not typical.
    etaBuffer: 100,
    formatTime: timeLeft,
    hideCursor: true,
  });
  shown.start(total ?? 0, begun, { rate: 0 });
  return {
    update(done, newTotal) {
      // A bar can't show a share of nothing.
      if (newTotal === 0) return;
      if (newTotal !== undefined) shown.setTotal(newTotal);
      const seconds = (performance.now() - started) / 1_000;
      shown.update(done, { rate: seconds > 0 ? Math.round((done - begun) / seconds) : 0 });
    },
    stop: () => shown.stop(),
  };
}

/** Formats seconds as `1h02m`, `3m20s` or `5s`; `?` if unknown. */
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
    throw new CommandFailure(`${question} Confirm with --yes.`);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new CommandFailure('Cancelled.');
  } finally {
    terminal.close();
  }
}

import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Maximum bytes of waiting lines; further ones are dropped. */
const MOST_WAITING = 1024 * 1024;

/** Lines of so many milliseconds, or of so many characters, are written together. */
const GATHERED = { ms: 10, characters: 64 * 1024 };

/** How long the end of a process waits for a reader, in milliseconds. */
const LAST_WAIT_MS = 1_000;

/**
 * Standard output for log lines. A reader that stops, goes away or runs out of space must not affect the process. Lines wait for a slow
 * reader up to a limit; beyond it they are dropped until the reader has caught up, and a line in their place says how many are missing.
 */
class StandardOutput {
  #stream: NodeJS.WriteStream | undefined;
  #gathered = '';
  #lines = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Lines dropped since the last report. */
  #missing = 0;
  /** Whether the last line may be incomplete. */
  #broken = false;
  #dropped = 0;
  #format: ((line: string) => string) | undefined;

  /** Formats JSON lines for people from now on; other lines stay as they are. */
  writeFor(format: (line: string) => string): void {
    this.#format = format;
  }

  /** Whether lines are formatted for people. */
  get isForPeople(): boolean {
    return this.#format !== undefined;
  }

  /** Lines dropped since the process started. */
  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    this.#gathered += this.#shown(line);
    this.#lines += 1;
    if (this.#gathered.length >= GATHERED.characters) this.#flush();
    else this.#timer ??= setTimeout(this.#flush, GATHERED.ms);
  }

  readonly #flush = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#lines;
    if (lines === 0) return;
    const bytes = Buffer.from(this.#gathered);
    [this.#gathered, this.#lines] = ['', 0];
    const stream = (this.#stream ??= this.#open());
    const waiting = stream.writableLength;
    if (waiting > 0 && (this.#missing > 0 || waiting + bytes.length > MOST_WAITING)) {
      this.#drop(lines);
      return;
    }
    this.#reportMissing(stream);
    stream.write(bytes, (error) => {
      if (!error) return;
      this.#broken = true;
      this.#drop(lines);
    });
  };

  /** Resolves once waiting lines are written, or after a timeout. */
  async end(): Promise<void> {
    this.#flush();
    const stream = this.#stream;
    if (stream === undefined || stream.writableLength === 0) return;
    const written = new Promise<void>((resolve) => stream.write('', () => resolve()));
    await Promise.race([written, delay(LAST_WAIT_MS)]);
  }

  /** Pipes are non-blocking by default, terminals are not. */
  #open(): NodeJS.WriteStream {
    const stream: NodeJS.WriteStream & { readonly _handle?: Blocking } = process.stdout;
    if (stream instanceof Socket) stream._handle?.setBlocking?.(false);
    stream.on('error', () => undefined);
    stream.on('drain', () => this.#reportMissing(stream));
    process.on('exit', this.#flush);
    return stream;
  }

  #shown(line: string): string {
    return this.#format?.(line) ?? line;
  }

  #drop(lines: number): void {
    this.#missing += lines;
    this.#dropped += lines;
  }

  #reportMissing(stream: NodeJS.WriteStream): void {
    if (this.#missing === 0) return;
    const [lines, broken] = [this.#missing, this.#broken];
    [this.#missing, this.#broken] = [0, false];
    const time = new Date().toISOString();
    const report = { level: 'warn', time, lines, msg: 'log lines dropped' };
    const line = this.#shown(`${JSON.stringify(report)}\n`);
    stream.write(`${broken ? '\n' : ''}${line}`, (error) => {
      if (!error) return;
      this.#missing += lines;
      this.#broken = true;
    });
  }
}

/** Internal handle of a terminal's stream: a stalled terminal would block the process. */
interface Blocking {
  readonly setBlocking?: (blocking: boolean) => void;
}

/** The output that all loggers of the process share. */
export const standardOutput = new StandardOutput();

import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Bytes of lines that wait for a reader: those beyond are dropped. */
const MOST_WAITING = 1024 * 1024;

/** The end of a process waits so long for a reader, in milliseconds. */
const LAST_WAIT_MS = 1_000;

/**
 * The standard output, for lines of the log. Whoever reads it may stop, go away, or have no more room: the process goes on all the same, and
 * ends when it is told to. Lines wait for a slow reader up to a bound. Beyond it they are dropped until the reader has taken what waits; a
 * line says then, in their place, how many are missing.
 */
class StandardOutput {
  #stream: NodeJS.WriteStream | undefined;
  /** Lines dropped since a reader was told last. */
  #missing = 0;
  /** Whether the last line may have been cut off in its middle. */
  #broken = false;
  #dropped = 0;
  #format: ((line: string) => string) | undefined;

  /** Has lines of JSON written for a person from now on; other lines stay as they are. */
  writeFor(format: (line: string) => string): void {
    this.#format = format;
  }

  /** Whether a person reads the lines. */
  get isForPeople(): boolean {
    return this.#format !== undefined;
  }

  /** Lines dropped since the process began. */
  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    const stream = (this.#stream ??= this.#open());
    const bytes = Buffer.from(this.#shown(line));
    const waiting = stream.writableLength;
    if (waiting > 0 && (this.#missing > 0 || waiting + bytes.length > MOST_WAITING)) {
      this.#drop();
      return;
    }
    this.#tellMissing(stream);
    stream.write(bytes, this.#written);
  }

  /** Resolves when what waits has been taken, or nobody takes it. */
  async end(): Promise<void> {
    const stream = this.#stream;
    if (stream === undefined || stream.writableLength === 0) return;
    const taken = new Promise<void>((resolve) => stream.write('', () => resolve()));
    await Promise.race([taken, delay(LAST_WAIT_MS)]);
  }

  /** Pipes are written to without waiting as they are, terminals only when they are told to. */
  #open(): NodeJS.WriteStream {
    const stream: NodeJS.WriteStream & { readonly _handle?: Blocking } = process.stdout;
    if (stream instanceof Socket) stream._handle?.setBlocking?.(false);
    stream.on('error', () => undefined);
    stream.on('drain', () => this.#tellMissing(stream));
    return stream;
  }

  readonly #written = (error?: Error | null): void => {
    if (!error) return;
    this.#broken = true;
    this.#drop();
  };

  #shown(line: string): string {
    return this.#format?.(line) ?? line;
  }

  #drop(): void {
    this.#missing += 1;
    this.#dropped += 1;
  }

  #tellMissing(stream: NodeJS.WriteStream): void {
    if (this.#missing === 0) return;
    const [lines, broken] = [this.#missing, this.#broken];
    [this.#missing, this.#broken] = [0, false];
    const told = { level: 'warn', time: new Date().toISOString(), lines, msg: 'log lines dropped' };
    const line = this.#shown(`${JSON.stringify(told)}\n`);
    stream.write(`${broken ? '\n' : ''}${line}`, (error) => {
      if (!error) return;
      this.#missing += lines;
      this.#broken = true;
    });
  }
}

/** What the stream of a terminal is written by: without it, a terminal that is held up holds up the process. */
interface Blocking {
  readonly setBlocking?: (blocking: boolean) => void;
}

/** The one that all loggers of the process write to. */
export const standardOutput = new StandardOutput();

import { eventHash } from './event-hash.js';
import {
  type EventLine,
  type HeaderLine,
  type ManifestLine,
  type StreamLine,
  ExportTotals,
} from './export-lines.js';
import { type Finding, findingAt, type Problem } from './finding.js';
import { leafHash, rootAlong } from './merkle.js';
import type { ParsedLine } from './read-lines.js';

/** A stream whose end has not been read yet. */
interface OpenStream {
  readonly first: number;
  revision: number;
  hash: string;
  /** Hashes by revision that the proof against the daily root may refer to. */
  readonly hashes: Map<number, string> | undefined;
}

interface Wrong {
  readonly problem: Problem;
  readonly message: string;
}

const changed = (message: string): Wrong => ({ problem: 'changed', message });
const dropped = (message: string): Wrong => ({ problem: 'dropped', message });

function previousHashOf({ metadata }: EventLine): string | undefined {
  return (metadata as { readonly previousHash?: string }).previousHash;
}

/** Adds the next event to a stream. */
function append(open: OpenStream, event: EventLine): Wrong | undefined {
  const { revision, hash } = event;
  const next = open.revision + 1;
  if (revision > next) return dropped(`Revision ${next} of the stream should be here.`);
  if (revision < next) {
    const message = `Revision ${revision} of the stream has occurred before.`;
    return { problem: 'inserted', message };
  }
  if (previousHashOf(event) !== open.hash) {
    return changed('The event does not follow the one before it.');
  }
  open.revision = revision;
  open.hash = hash;
  open.hashes?.set(revision, hash);
  return undefined;
}

/** Checks events and ends of streams against each other. */
export class RecordCheck {
  readonly #open = new Map<string, OpenStream>();
  readonly #totals = new ExportTotals();
  readonly #partial: boolean;
  readonly #upTo: bigint;
  #proven = 0;
  /** Position of the previous event. Positions grow from line to line in log order, else within each stream. */
  #before: bigint | undefined;

  constructor(readonly header: HeaderLine) {
    this.#partial = header.scope.from !== undefined;
    this.#upTo = BigInt(header.upTo);
  }

  /** Streams that are proven against the daily root. */
  get proven(): number {
    return this.#proven;
  }

  check(parsed: ParsedLine, at: number): Finding | undefined {
    const { line } = parsed;
    if (line?.kind === 'damage') {
      return findingAt('damaged', at, `It was damaged before the export: ${line.message}`, parsed);
    }
    if (line?.kind !== 'event' && line?.kind !== 'stream') {
      return findingAt('inserted', at, 'This line is neither an event nor the end of a stream.');
    }
    const wrong = line.kind === 'event' ? this.#event(line) : this.#stream(line);
    return wrong && findingAt(wrong.problem, at, wrong.message, parsed);
  }

  #event(event: EventLine): Wrong | undefined {
    if (eventHash(event) !== event.hash) {
      return changed('The hash of the event does not match its contents.');
    }
    if (!Number.isSafeInteger(event.revision)) return changed('The event has no revision.');
    if (!/^\d{1,20}$/.test(event.position)) return changed('The event has no position.');
    const position = BigInt(event.position);
    if (position > this.#upTo) return changed('The event is newer than the export.');
    const open = this.#open.get(event.stream);
    const wrong = open ? append(open, event) : this.#begin(event);
    if (wrong) return wrong;
    if (this.#before !== undefined && position < this.#before) {
      const message = 'In the log, the event comes before the one above it.';
      return { problem: 'swapped', message };
    }
    this.#before = position;
    this.#totals.addEvent(position);
    return undefined;
  }

  /** Opens a stream at its first event in this export. */
  #begin(event: EventLine): Wrong | undefined {
    const { stream, revision, hash } = event;
    const { order, root } = this.header;
    if (order === 'stream' && this.#open.size > 0) {
      return changed('The stream before this one has no end.');
    }
    if (!this.#partial && revision !== 0) {
      return dropped('The stream does not begin with its first event.');
    }
    if (revision === 0 && previousHashOf(event) !== undefined) {
      return changed('The event is the first of its stream but refers to a previous one.');
    }
    const hashes = order === 'stream' && root ? new Map([[revision, hash]]) : undefined;
    this.#open.set(stream, { first: revision, revision, hash, hashes });
    return undefined;
  }

  #stream(end: StreamLine): Wrong | undefined {
    const { stream, first, last, hash, proof } = end;
    const open = this.#open.get(stream);
    if (open?.first !== first || open.revision !== last || open.hash !== hash) {
      return changed('The end of the stream does not match its events.');
    }
    this.#open.delete(stream);
    this.#before = undefined;
    this.#totals.addStream({ stream, revision: last, hash });
    const { root } = this.header;
    if (!proof) return undefined;
    const leaf = leafHash({ stream, revision: proof.revision, hash: proof.hash });
    const leads = root && rootAlong(leaf, proof.index, root.streams, proof.path) === root.root;
    if (!leads || open.hashes?.get(proof.revision) !== proof.hash) {
      const message = `The stream is not the one included in the root of ${root?.day ?? 'the day'}.`;
      return { problem: 'root', message };
    }
    this.#proven += 1;
    return undefined;
  }

  /** How the manifest differs from the lines; undefined if it does not. */
  misfit(manifest: ManifestLine): string | undefined {
    const { order } = this.header;
    if (order === 'stream' && this.#open.size > 0) return 'the last stream has no end';
    const totals = this.#totals.in(order);
    const names = Object.keys(totals) as (keyof typeof totals)[];
    const name = names.find((one) => totals[one] !== manifest[one]);
    return name && `${name} should be ${String(totals[name])}`;
  }
}

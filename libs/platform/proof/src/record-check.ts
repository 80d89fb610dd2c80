import { eventHash } from './event-hash.js';
import type { EventLine, HeaderLine, ManifestLine, StreamLine } from './export-lines.js';
import { type Finding, findingAt, type Problem } from './finding.js';
import { leafHash, MerkleRoot, rootAlong } from './merkle.js';
import type { ParsedLine } from './parsed-line.js';

/** What is known of a stream while its events come. */
interface OpenStream {
  readonly first: number;
  revision: number;
  hash: string;
  /** Hashes that a daily root's proof may be about. */
  readonly hashes: Map<number, string> | undefined;
}

/** What is wrong with a line. */
interface Wrong {
  readonly problem: Problem;
  readonly message: string;
}

const changed = (message: string): Wrong => ({ problem: 'changed', message });
const dropped = (message: string): Wrong => ({ problem: 'dropped', message });

function previousHashOf({ metadata }: EventLine): string | undefined {
  return (metadata as { readonly previousHash?: string }).previousHash;
}

/** Moves a stream on to its next event. */
function continued(open: OpenStream, event: EventLine): Wrong | undefined {
  const { revision, hash } = event;
  const next = open.revision + 1;
  if (revision > next) return dropped(`Revision ${next} of the stream should be here.`);
  if (revision < next) {
    const message = `Revision ${revision} of the stream was there before.`;
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

/** Checks events and ends of streams among each other. */
export class RecordCheck {
  readonly #open = new Map<string, OpenStream>();
  readonly #heads = new MerkleRoot();
  readonly #partial: boolean;
  readonly #upTo: bigint;
  #records = 0;
  #streams = 0;
  #first: bigint | undefined;
  #last: bigint | undefined;
  #proven = 0;
  /** Position of the event above. Positions grow: in order of the log from line to line, else within a stream. */
  #before: bigint | undefined;

  constructor(private readonly header: HeaderLine) {
    this.#partial = header.scope.from !== undefined;
    this.#upTo = BigInt(header.upTo);
  }

  /** Streams that are proven against the daily root. */
  get proven(): number {
    return this.#proven;
  }

  check(parsed: ParsedLine, at: number): Finding | undefined {
    const { line } = parsed;
    if (line?.kind !== 'event' && line?.kind !== 'stream') {
      return findingAt('inserted', at, 'This line is neither an event nor the end of a stream.');
    }
    const wrong = line.kind === 'event' ? this.#event(line) : this.#stream(line);
    return wrong && findingAt(wrong.problem, at, wrong.message, parsed);
  }

  #event(event: EventLine): Wrong | undefined {
    if (eventHash(event) !== event.hash) {
      return changed('The hash of the event does not fit its contents.');
    }
    if (!Number.isSafeInteger(event.revision)) return changed('The event has no revision.');
    if (!/^\d{1,20}$/.test(event.position)) return changed('The event has no position.');
    const position = BigInt(event.position);
    if (position > this.#upTo) return changed('The event is newer than the export.');
    const open = this.#open.get(event.stream);
    const wrong = open ? continued(open, event) : this.#begun(event);
    if (wrong) return wrong;
    if (this.#before !== undefined && position < this.#before) {
      const message = 'The event stands in the log before the one above it.';
      return { problem: 'swapped', message };
    }
    this.#before = position;
    this.#records += 1;
    if (this.#first === undefined || position < this.#first) this.#first = position;
    if (this.#last === undefined || position > this.#last) this.#last = position;
    return undefined;
  }

  /** Opens the stream of an event that is the first of it here. */
  #begun(event: EventLine): Wrong | undefined {
    const { stream, revision, hash } = event;
    const { order, root } = this.header;
    if (order === 'stream' && this.#open.size > 0) {
      return changed('The stream before this one has no end.');
    }
    if (!this.#partial && revision !== 0) {
      return dropped('The stream does not begin with its first event.');
    }
    if (revision === 0 && previousHashOf(event) !== undefined) {
      return changed('The event is the first of its stream, and follows another.');
    }
    const hashes = order === 'stream' && root ? new Map([[revision, hash]]) : undefined;
    this.#open.set(stream, { first: revision, revision, hash, hashes });
    return undefined;
  }

  #stream(end: StreamLine): Wrong | undefined {
    const { stream, first, last, hash, proof } = end;
    const open = this.#open.get(stream);
    if (open?.first !== first || open.revision !== last || open.hash !== hash) {
      return changed('The end of the stream is not the one of its events.');
    }
    this.#open.delete(stream);
    this.#before = undefined;
    this.#streams += 1;
    this.#heads.add(leafHash({ stream, revision: last, hash }));
    const { root } = this.header;
    if (!proof) return undefined;
    const leaf = leafHash({ stream, revision: proof.revision, hash: proof.hash });
    const leads = root && rootAlong(leaf, proof.index, root.streams, proof.path) === root.root;
    if (!leads || open.hashes?.get(proof.revision) !== proof.hash) {
      const message = `The stream is not the one that stood in the root of ${root?.day ?? 'the day'}.`;
      return { problem: 'root', message };
    }
    this.#proven += 1;
    return undefined;
  }

  /** What of the manifest is not so; undefined when all is. */
  misfit(manifest: ManifestLine): string | undefined {
    const text = (position: bigint | undefined): string | null =>
      position === undefined ? null : String(position);
    const inStreams = this.header.order === 'stream';
    if (inStreams && this.#open.size > 0) return 'the last stream has no end';
    const facts = {
      records: this.#records,
      streams: this.#streams,
      firstPosition: text(this.#first),
      lastPosition: text(this.#last),
      heads: inStreams ? this.#heads.root() : null,
    };
    const names = Object.keys(facts) as (keyof typeof facts)[];
    const name = names.find((one) => facts[one] !== manifest[one]);
    return name && `${name} should be ${String(facts[name])}`;
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { EventStore } from '#libs/platform/event-store';
import { type Clock, timestampOf } from '#libs/platform/kernel';
import { type ExportScope, ExportWriter } from '#libs/platform/proof';
import type { DocumentStore } from '#libs/platform/read-models';
import { CLOCK, DOCUMENT_STORE, EVENT_STORE } from '#libs/platform/service';
import { AuditKey } from '../audit-key.js';
import { DailyRootSigner } from '../roots/daily-root-signer.js';
import { HeadProofs } from '../roots/head-proofs.js';
import { StreamHeads } from '../roots/stream-heads.js';
import { ExportStreams } from './export-scope.js';
import { within } from './period.js';

/** Characters handed over at a time. */
const CHUNK = 64 * 1024;

/** Exports of stored events that prove themselves. Whatever their size, they are made as fast as they are taken. */
@Injectable()
export class Exports {
  constructor(
    private readonly key: AuditKey,
    private readonly streams: ExportStreams,
    private readonly signer: DailyRootSigner,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The text of an export, in pieces. What can be refused is refused before it is answered.
   * @throws RefusedException 404 for an account, member or firm that is not there
   */
  async of(scope: ExportScope): Promise<AsyncGenerator<string>> {
    const head = await this.store.head();
    await this.streams.requireKnown(scope, head);
    const { privateKey, publicKey } = await this.key.get();
    const root = (await this.signer.newest()) ?? null;
    const { account, member, firm } = scope;
    const ofStreams = (account ?? member ?? firm) !== undefined;
    const header = {
      ...({ format: 'brokerage-audit-export', version: 1, scope } as const),
      ...({ order: ofStreams ? 'stream' : 'log' } as const),
      ...{ madeAt: timestampOf(this.clock.now()), upTo: String(head), root },
    };
    const rootKey =
      root && root.keyId !== publicKey.kid ? await this.key.find(root.keyId) : undefined;
    const writer = new ExportWriter(header, privateKey, publicKey, rootKey);
    const proofs =
      root && ofStreams
        ? await HeadProofs.against(new StreamHeads(this.store, this.documents), root.root)
        : undefined;
    return inChunks(
      ofStreams ? this.#byStream(scope, head, writer, proofs) : this.#byLog(scope, head, writer),
    );
  }

  async *#byStream(
    scope: ExportScope,
    head: bigint,
    writer: ExportWriter,
    proofs: HeadProofs | undefined,
  ): AsyncGenerator<string> {
    yield writer.begin();
    for await (const stream of this.streams.of(scope, head)) {
      let first: number | undefined;
      let last: { stream: string; revision: number; hash: string } | undefined;
      const events = this.store.readStream(stream, { asItStands: true });
      for await (const event of within(scope, head, events)) {
        const { line, hash } = writer.event(event);
        first ??= event.revision;
        last = { stream, revision: event.revision, hash };
        yield line;
      }
      if (last === undefined || first === undefined) continue;
      const proof = (await proofs?.of(stream)) ?? null;
      // it is about an event of the stream, which need not be one of those exported
      const isOfThese = proof && proof.revision >= first && proof.revision <= last.revision;
      yield writer.endStream(last, first, isOfThese === true ? proof : null);
    }
    yield writer.end();
  }

  async *#byLog(scope: ExportScope, head: bigint, writer: ExportWriter): AsyncGenerator<string> {
    yield writer.begin();
    // What was changed goes out as well: the chain shows where.
    for await (const event of within(scope, head, this.store.readAll({ asItStands: true }))) {
      yield writer.event(event).line;
    }
    yield writer.end();
  }
}

async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const line of lines) {
    chunk += line;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

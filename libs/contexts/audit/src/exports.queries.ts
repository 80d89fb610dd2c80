import { Inject, Injectable } from '@nestjs/common';
import { accountDocuments, AccountIndex } from '#libs/contexts/accounts';
import { firmDocuments, memberDocuments, trusteeDocuments } from '#libs/contexts/members';
import { DamagedLogError, type EventStore, type StoredEvent } from '#libs/platform/event-store';
import {
  addMilliseconds,
  type Clock,
  notFound,
  RefusedException,
  timestampOf,
} from '#libs/platform/kernel';
import { type ExportScope, ExportWriter } from '#libs/platform/proof';
import {
  type DocumentStore,
  type ReadModelDefinition,
  ReadModels,
} from '#libs/platform/read-models';
import { CLOCK, DISORDER_MS, DOCUMENT_STORE, EVENT_STORE } from '#libs/platform/service';
import { Subject } from '#libs/contexts/codes';
import { HeadProofs, StreamHeads, timeOf } from './daily-roots.facts.js';
import { AuditKey, DailyRootSigner } from './daily-roots.reactions.js';
import { Timelines } from './history.queries.js';

const CHUNK = 64 * 1024;

/** Beginning of the names of streams that several subjects have in their exports. */
const ITEM_STREAM = 'ifa-';

/** Verifiable exports of stored events. They are streamed at the pace of the reader, whatever their size. */
@Injectable()
export class Exports {
  constructor(
    private readonly key: AuditKey,
    private readonly readModels: ReadModels,
    private readonly timelines: Timelines,
    private readonly signer: DailyRootSigner,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Returns the text of an export in chunks. Everything that can be refused is refused before the first one.
   * @throws RefusedException 404 for an unknown account, member or firm
   */
  async of(scope: ExportScope): Promise<AsyncGenerator<string>> {
    const head = await this.store.head();
    await this.#requireKnown(scope, head);
    const { privateKey, publicKey } = await this.key.get();
    const root = (await this.signer.newest()) ?? null;
    const { account, member, firm } = scope;
    const ofStreams = (account ?? member ?? firm) !== undefined;
    const header = {
      format: 'brokerage-audit-export',
      version: 1,
      scope,
      order: ofStreams ? 'stream' : 'log',
      madeAt: timestampOf(this.clock.now()),
      upTo: String(head),
      root,
    } as const;
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
    for await (const stream of this.#streams(scope, head)) {
      let first: number | undefined;
      let last: { stream: string; revision: number; hash: string } | undefined;
      try {
        for await (const event of within(scope, head, this.store.readStream(stream))) {
          const { line, hash } = writer.event(event);
          first ??= event.revision;
          last = { stream, revision: event.revision, hash };
          yield line;
        }
      } catch (error) {
        yield damageLine(writer, stream, error);
        continue;
      }
      if (last === undefined || first === undefined) continue;
      const proof = (await proofs?.of(stream)) ?? null;
      // it proves one event of the stream, which may be outside the exported period
      const isIncluded = proof && proof.revision >= first && proof.revision <= last.revision;
      yield writer.endStream(last, first, isIncluded === true ? proof : null);
    }
    yield writer.end();
  }

  async *#byLog(scope: ExportScope, head: bigint, writer: ExportWriter): AsyncGenerator<string> {
    yield writer.begin();
    try {
      for await (const event of within(scope, head, this.store.readAll())) {
        yield writer.event(event).line;
      }
    } catch (error) {
      yield damageLine(writer, null, error);
    }
    yield writer.end();
  }

  /** @throws RefusedException 404 for an unknown account, member or firm */
  async #requireKnown({ account, member, firm }: ExportScope, atLeast: bigint): Promise<void> {
    const known = (definition: ReadModelDefinition, id: string): Promise<unknown> =>
      this.readModels.of(definition).get(id, atLeast);
    const found =
      account !== undefined
        ? await known(accountDocuments, account)
        : member !== undefined
          ? ((await known(memberDocuments, member)) ?? (await known(trusteeDocuments, member)))
          : firm === undefined || (await known(firmDocuments, firm));
    if (found === undefined) throw new RefusedException(notFound());
  }

  /** Names of the streams, each once, in the order they began per account, member or firm. */
  async *#streams(scope: ExportScope, atLeast: bigint): AsyncGenerator<string> {
    // an item for attention is about an account, and belongs to a member
    const seen = new Set<string>();
    for await (const owner of this.#owners(scope, atLeast)) {
      for await (const stream of this.timelines.streams(owner, atLeast)) {
        if (seen.has(stream)) continue;
        if (stream.startsWith(ITEM_STREAM)) seen.add(stream);
        yield stream;
      }
    }
  }

  async *#owners({ account, member, firm }: ExportScope, atLeast: bigint): AsyncGenerator<string> {
    if (account !== undefined) yield Subject.account(account);
    if (member !== undefined) yield Subject.member(member);
    if (firm === undefined) return;
    yield Subject.firm(firm);
    const accounts = { index: AccountIndex.Firm, equals: [firm] };
    for await (const one of this.readModels.of(accountDocuments).each(accounts, atLeast)) {
      yield Subject.account(one.accountNumber);
    }
    const persons = { index: 'byFirm', equals: [firm] };
    for (const people of [memberDocuments, trusteeDocuments]) {
      const found = this.readModels.of<{ loginId: string }>(people).each(persons, atLeast);
      for await (const { loginId } of found) yield Subject.member(loginId);
    }
  }
}

/** The line that names damage in place of the events. @throws the error, if it is another one */
function damageLine(writer: ExportWriter, stream: string | null, error: unknown): string {
  if (!(error instanceof DamagedLogError)) throw error;
  return writer.damage(stream, error.message);
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

/**
 * The events between the first and the last one of a period (`from` inclusive, `to` exclusive), without gaps: it includes events
 * in between whose time is slightly outside. {@link DISORDER_MS} limits how late events of the period may come.
 * @param events in log order
 * @param head position after which nothing is exported
 */
export async function* within(
  { from, to }: Pick<ExportScope, 'from' | 'to'>,
  head: bigint,
  events: AsyncIterable<StoredEvent>,
): AsyncGenerator<StoredEvent> {
  const end = to === undefined ? undefined : addMilliseconds(to, DISORDER_MS);
  let begun = from === undefined;
  /** Events after the period, which belong to the export only if an event of the period follows. */
  let after: StoredEvent[] = [];
  for await (const event of events) {
    const at = timeOf(event);
    if (event.position > head || (end !== undefined && at > end)) return;
    begun ||= from !== undefined && at >= from && (to === undefined || at < to);
    if (!begun) continue;
    after.push(event);
    if (to !== undefined && at >= to) continue;
    yield* after;
    after = [];
  }
}

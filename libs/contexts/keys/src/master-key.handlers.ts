import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore, isDryRun } from '#libs/platform/event-store';
import {
  type CommandMetadata,
  equalJson,
  FieldCode,
  fieldProblem,
  isRefusal,
  refuse,
  RefusedException,
  throwIfRefused,
  KeyedQueue,
} from '#libs/platform/kernel';
import { deriveUuid, type KeyCensus, keyFingerprint } from '#libs/platform/runtime';
import type { KeyExchange } from './master-key.events.js';
import { masterKeyReplacements, masterKeyRules, REPLACEMENTS } from './master-key.js';
import { MasterKeys } from './master-key.queries.js';

/** Maximum number of passes; another process may still wrap keys with the earlier master key meanwhile. */
const PASSES = 3;

interface BegunReplacement extends KeyExchange {
  /** Number of keys in the key store. */
  readonly total: number;
  /** Whether the same request has already finished it. */
  readonly isDone?: boolean;
}

/** A line of progress; the last one has `finished`. */
export interface ReplacementLine {
  /** Number of keys processed, of `total`. */
  readonly looked: number;
  readonly total: number;
  readonly rewrapped: number;
  /** False if another process still wraps with the earlier key. */
  readonly finished?: boolean;
  readonly from?: string;
  readonly to?: string;
}

/** Replaces the master key: rewraps all keys while requests are served. The work proceeds only as the returned lines are read. */
export class ReplaceMasterKeyCommand extends Command<AsyncGenerator<ReplacementLine, void>> {
  constructor(
    /** Fingerprint of the key to be replaced, if the caller knows it. */
    readonly from: string | undefined,
    /** Whether to end early because the service stops. */
    readonly isOver: () => boolean,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

/** Records who requested the replacement before the work, and its completion after it. After an interruption, the next request continues it. */
@CommandHandler(ReplaceMasterKeyCommand)
export class ReplaceMasterKeyHandler implements ICommandHandler<ReplaceMasterKeyCommand> {
  readonly #queue = new KeyedQueue();

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly keys: MasterKeys,
  ) {}

  async execute({
    from,
    isOver,
    metadata,
  }: ReplaceMasterKeyCommand): Promise<AsyncGenerator<ReplacementLine, void>> {
    const begun = await this.#queue.run('replacement', () => this.#begin(from, metadata));
    return this.#run(begun, metadata, isOver);
  }

  /** Determines both keys, generating the new one if needed, and records the beginning in the log. */
  async #begin(expected: string | undefined, metadata: CommandMetadata): Promise<BegunReplacement> {
    const { exchange: present, files, wrapper, rewrapping } = this.keys;
    const earlier = await this.#recall(metadata);
    // a replacement in progress is continued; a different one means that this request has finished before
    if (earlier !== undefined && !equalJson(earlier, present)) {
      return { ...earlier, total: numberOf(await rewrapping.census()), isDone: true };
    }
    const from = present.from ?? (files && present.to);
    if (from === undefined) {
      const message =
        'First start every process with the new key as MASTER_KEY and the present one as MASTER_KEY_OTHER.';
      throw new RefusedException(refuse(masterKeyRules.broken('master.key.other.rule', message)));
    }
    if (expected !== undefined && expected !== from) {
      const message = 'This is not the master key that would be replaced.';
      throw new RefusedException(refuse(fieldProblem('from', FieldCode.Value, message)));
    }
    const keys = files && !isDryRun() ? await files.prepareNext() : wrapper.masterKeys;
    const to = keyFingerprint(keys.wraps);
    const census = await rewrapping.census();
    const left = present.from === undefined ? census.wraps : census.opens;
    const command = { type: 'Begin', from, to, left } as const;
    const { aggregates } = this;
    throwIfRefused(await aggregates.handle(masterKeyReplacements, REPLACEMENTS, command, metadata));
    // from here on the new master key also wraps new keys
    if (!isDryRun()) wrapper.masterKeys = keys;
    return { from, to, total: numberOf(census) };
  }

  /** The replacement that a request with the same idempotency key began. */
  async #recall(metadata: CommandMetadata): Promise<KeyExchange | undefined> {
    const command = { type: 'Recall' } as const;
    const { aggregates } = this;
    const outcome = await aggregates.handle(masterKeyReplacements, REPLACEMENTS, command, metadata);
    const [begun] = isRefusal(outcome) ? [] : outcome.events;
    return begun && { from: begun.data.from, to: begun.data.to };
  }

  async *#run(
    { from, to, total, isDone = false }: BegunReplacement,
    metadata: CommandMetadata,
    isOver: () => boolean,
  ): AsyncGenerator<ReplacementLine, void, undefined> {
    if (isDone) {
      yield { looked: total, total, rewrapped: 0, finished: true, from, to };
      return;
    }
    const { rewrapping } = this.keys;
    let before = 0;
    let looked = 0;
    let left = 0;
    for (let pass = 0; pass < PASSES; pass++) {
      let rewrapped = 0;
      for await (const progress of rewrapping.run()) {
        ({ rewrapped } = progress);
        if (pass === 0) looked = progress.looked;
        yield { looked, total, rewrapped: before + rewrapped };
        if (isOver()) return;
      }
      before += rewrapped;
      left = (await rewrapping.census()).opens;
      if (left === 0) break;
    }
    if (left === 0) {
      await this.#queue.run('replacement', () => this.#finish({ from, to }, metadata));
    }
    yield { looked, total, rewrapped: before, finished: left === 0, from, to };
  }

  async #finish({ from, to }: KeyExchange, metadata: CommandMetadata): Promise<void> {
    const { exchange: present, files, wrapper, rewrapping } = this.keys;
    // another request finished first
    if (present.from !== from || present.to !== to) return;
    const { wraps: keys, unopened } = await rewrapping.census();
    await this.aggregates.handle(
      masterKeyReplacements,
      REPLACEMENTS,
      { type: 'Finish', from, to, keys, unopened },
      { ...metadata, commandId: deriveUuid(metadata.commandId, 'finish') },
    );
    if (files) wrapper.masterKeys = await files.adoptNext();
  }
}

function numberOf({ wraps, opens, erased, unopened }: KeyCensus): number {
  return wraps + opens + erased + unopened;
}

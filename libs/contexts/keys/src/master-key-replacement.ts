import { Inject, Injectable } from '@nestjs/common';
import { AggregateStore, isDryRun, KeyedQueue } from '#libs/platform/event-store';
import {
  type CommandMetadata,
  equalJson,
  FieldCode,
  fieldProblem,
  isRefusal,
  type Refusal,
  refuse,
} from '#libs/platform/kernel';
import {
  deriveUuid,
  type KeyCensus,
  keyFingerprint,
  type KeyRewrapping,
  type KeyWrapper,
  MasterKeyFiles,
} from '#libs/platform/runtime';
import { type Platform, PLATFORM } from '#libs/platform/service';
import { type KeyExchange, masterKeyReplacements, REPLACEMENTS } from './domain/master-key.js';
import { masterKeyRules } from './domain/master-key-rules.js';

/** How often what other processes have wrapped meanwhile with the earlier key is wrapped anew. */
const PASSES = 3;

/** The master keys of this process by fingerprint, and how many keys are under each. */
export interface MasterKeyStatus {
  readonly fingerprint: string;
  /** Null where there is one master key. */
  readonly otherFingerprint: string | null;
  readonly generated: boolean;
  readonly keys: number;
  readonly otherKeys: number;
  readonly erasedKeys: number;
  readonly unopenedKeys: number;
}

/** A replacement that may go on. */
export interface BegunReplacement extends KeyExchange {
  /** Keys there are. */
  readonly total: number;
  /** The same request has done it before: there is nothing left to do. */
  readonly isDone?: boolean;
}

/** A line of the progress; the last one has `finished`. */
export interface ReplacementLine {
  /** Keys looked at, of `total`. */
  readonly looked: number;
  readonly total: number;
  readonly rewrapped: number;
  /** False: another process still wraps with the earlier key. */
  readonly finished?: boolean;
  readonly from?: string;
  readonly to?: string;
}

/**
 * Replaces the master key: wraps all keys anew, beside requests. What says who asked for it comes first, and what says that it is
 * done last; whatever interrupts it in between, the next request goes on with the same key.
 */
@Injectable()
export class MasterKeyReplacement {
  readonly #queue = new KeyedQueue();
  readonly #wrapper: KeyWrapper;
  readonly #rewrapping: KeyRewrapping;
  /** Undefined where the master keys come by environment. */
  readonly #files: MasterKeyFiles | undefined;

  constructor(
    private readonly aggregates: AggregateStore,
    @Inject(PLATFORM) { config, keys }: Pick<Platform, 'config' | 'keys'>,
  ) {
    this.#wrapper = keys.wrapper;
    this.#rewrapping = keys.rewrapping;
    const isGenerated = config.masterKey === undefined;
    this.#files = isGenerated ? new MasterKeyFiles(config.dataDir) : undefined;
  }

  /** @throws StoreUnavailableError when the key store is away */
  async status(): Promise<MasterKeyStatus> {
    const { wraps, opens, erased, unopened } = await this.#rewrapping.census();
    const { from, to } = this.#exchange();
    return {
      fingerprint: to,
      otherFingerprint: from ?? null,
      generated: this.#files !== undefined,
      keys: wraps,
      otherKeys: opens,
      erasedKeys: erased,
      unopenedKeys: unopened,
    };
  }

  /**
   * Finds out, or generates, what takes the place of which, and says in the log who asked for it.
   * @param expected fingerprint of the key to be replaced, where the caller knows it
   */
  begin(
    expected: string | undefined,
    metadata: CommandMetadata,
  ): Promise<BegunReplacement | Refusal> {
    return this.#queue.run('replacement', () => this.#begin(expected, metadata));
  }

  async #begin(
    expected: string | undefined,
    metadata: CommandMetadata,
  ): Promise<BegunReplacement | Refusal> {
    const present = this.#exchange();
    const earlier = await this.#recall(metadata);
    // One that is still under way is gone on with like any other.
    if (earlier !== undefined && !equalJson(earlier, present)) {
      const total = numberOf(await this.#rewrapping.census());
      return { ...earlier, total, isDone: true };
    }
    const from = present.from ?? (this.#files && present.to);
    if (from === undefined) {
      const message =
        'Start every process with the new key as MASTER_KEY and the present one as MASTER_KEY_OTHER first.';
      return refuse(masterKeyRules.broken('master.key.other.rule', message));
    }
    if (expected !== undefined && expected !== from) {
      const message = 'The master key that would be replaced is another one.';
      return refuse(fieldProblem('from', FieldCode.Value, message));
    }
    const keys =
      this.#files && !isDryRun() ? await this.#files.prepareNext() : this.#wrapper.masterKeys;
    const to = keyFingerprint(keys.wraps);
    const census = await this.#rewrapping.census();
    const left = present.from === undefined ? census.wraps : census.opens;
    const command = { type: 'Begin', from, to, left } as const;
    const { aggregates } = this;
    const outcome = await aggregates.handle(masterKeyReplacements, REPLACEMENTS, command, metadata);
    if (isRefusal(outcome)) return outcome;
    // From here on the new one wraps what is made, too.
    if (!isDryRun()) this.#wrapper.use(keys);
    return { from, to, total: numberOf(census) };
  }

  /** What a request with the same idempotency key has begun. */
  async #recall(metadata: CommandMetadata): Promise<KeyExchange | undefined> {
    const command = { type: 'Recall' } as const;
    const { aggregates } = this;
    const outcome = await aggregates.handle(masterKeyReplacements, REPLACEMENTS, command, metadata);
    const [begun] = isRefusal(outcome) ? [] : outcome.events;
    return begun && { from: begun.data.from, to: begun.data.to };
  }

  /** Does the work, a line after each batch. Whoever stops iterating stops it. */
  async *run(
    { from, to, total, isDone = false }: BegunReplacement,
    metadata: CommandMetadata,
    isOver: () => boolean,
  ): AsyncGenerator<ReplacementLine, void, undefined> {
    if (isDone) {
      yield { looked: total, total, rewrapped: 0, finished: true, from, to };
      return;
    }
    let before = 0;
    let looked = 0;
    let left = 0;
    for (let pass = 0; pass < PASSES; pass++) {
      let rewrapped = 0;
      for await (const progress of this.#rewrapping.run()) {
        ({ rewrapped } = progress);
        if (pass === 0) looked = progress.looked;
        yield { looked, total, rewrapped: before + rewrapped };
        if (isOver()) return;
      }
      before += rewrapped;
      left = (await this.#rewrapping.census()).opens;
      if (left === 0) break;
    }
    if (left === 0)
      await this.#queue.run('replacement', () => this.#finish({ from, to }, metadata));
    yield { looked, total, rewrapped: before, finished: left === 0, from, to };
  }

  async #finish({ from, to }: KeyExchange, metadata: CommandMetadata): Promise<void> {
    const present = this.#exchange();
    // Another request has come to the end first.
    if (present.from !== from || present.to !== to) return;
    const { wraps: keys, unopened } = await this.#rewrapping.census();
    await this.aggregates.handle(
      masterKeyReplacements,
      REPLACEMENTS,
      { type: 'Finish', from, to, keys, unopened },
      { ...metadata, commandId: deriveUuid(metadata.commandId, 'finish') },
    );
    if (this.#files) this.#wrapper.use(await this.#files.adoptNext());
  }

  #exchange(): { readonly from: string | undefined; readonly to: string } {
    const { wraps, opens } = this.#wrapper.masterKeys;
    return { from: opens && keyFingerprint(opens), to: keyFingerprint(wraps) };
  }
}

function numberOf({ wraps, opens, erased, unopened }: KeyCensus): number {
  return wraps + opens + erased + unopened;
}

import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, type Config } from './config.js';
import { syncDirectory, undefinedIfMissing, writeFileAtomically } from './files.js';
import type { MasterKeys } from './key-wrapper.js';

/**
 * The generated master key of an embedded service: `DATA_DIR/master.key`, 32 bytes in Base64, mode 0600. During a replacement,
 * `master.key.next` beside it is the new key: it wraps, and the old key opens what has not been rewrapped yet.
 */
export class MasterKeyFiles {
  readonly #current: string;
  readonly #next: string;

  constructor(private readonly dataDir: string) {
    this.#current = join(dataDir, 'master.key');
    this.#next = join(dataDir, 'master.key.next');
  }

  /**
   * Returns the existing keys, or generates the first one.
   * @throws ConfigError if a file is invalid, or if wrapped keys exist without the master key that could open them
   */
  async load(): Promise<MasterKeys> {
    const existing = this.#read();
    if (existing !== undefined) return existing;
    const wrapped = await readdir(join(this.dataDir, 'keys')).catch(undefinedIfMissing);
    if (wrapped !== undefined && wrapped.length > 0) {
      throw new ConfigError([
        `${this.#current} is missing, and it is needed to open ${this.dataDir}/keys: restore it`,
      ]);
    }
    await generate(this.#current);
    return this.#present();
  }

  /** Generates the next key, unless an interrupted replacement left one. */
  async prepareNext(): Promise<MasterKeys> {
    await generate(this.#next);
    return this.#present();
  }

  /** Replaces the current key by the next one, and drops it. To be called once the current key opens nothing any more. */
  async adoptNext(): Promise<MasterKeys> {
    await rename(this.#next, this.#current);
    await syncDirectory(this.dataDir);
    return this.#present();
  }

  #present(): MasterKeys {
    const found = this.#read();
    if (found === undefined) throw new ConfigError([`${this.#current} has disappeared`]);
    return found;
  }

  #read(): MasterKeys | undefined {
    // The next one first: if it replaces the current one in between, both reads return it.
    const next = readKey(this.#next);
    const current = readKey(this.#current);
    if (current === undefined) return undefined;
    const reload = (): MasterKeys => this.#present();
    const source = this.#current;
    if (next === undefined || next.equals(current)) return { wraps: current, source, reload };
    return { wraps: next, opens: current, source, reload };
  }
}

/** Creates a key, unless another process was faster. */
async function generate(path: string): Promise<void> {
  const text = `${randomBytes(32).toString('base64')}\n`;
  await writeFileAtomically(path, Buffer.from(text), { keepExisting: true });
}

function readKey(path: string): KeyObject | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    undefinedIfMissing(error);
    return undefined;
  }
  if (!/^[A-Za-z0-9+/]{43}=?$/.test(text)) {
    throw new ConfigError([`${path} must hold 32 bytes in Base64`]);
  }
  return createSecretKey(Buffer.from(text, 'base64'));
}

/**
 * Returns the keys that wrap all others: `MASTER_KEY` and `MASTER_KEY_OTHER`, or, if embedded, those of {@link MasterKeyFiles}.
 * @throws ConfigError if there is no usable key
 */
export async function loadMasterKeys(
  config: Pick<Config, 'masterKey' | 'otherMasterKey' | 'embedded' | 'dataDir'>,
): Promise<MasterKeys> {
  const { masterKey: wraps, otherMasterKey: opens } = config;
  if (wraps !== undefined) return { wraps, opens };
  if (!config.embedded) throw new ConfigError(['MASTER_KEY is required']);
  return new MasterKeyFiles(config.dataDir).load();
}

/** Keeps SIGUSR1 from opening Node's inspector, which exposes keys and personal data in memory. `--inspect` still opens it. */
export function keepInspectorClosed(): void {
  process.on('SIGUSR1', () => undefined);
}

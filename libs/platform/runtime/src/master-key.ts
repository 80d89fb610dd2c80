import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, type Config } from './config.js';
import { syncDirectory, undefinedIfMissing, writeFileAtomically } from './files.js';
import type { MasterKeys } from './key-wrapper.js';

/**
 * The generated master key of the embedded default: `DATA_DIR/master.key`, 32 bytes in Base64, mode 0600. While it is being
 * replaced, `master.key.next` beside it is the new one: that one wraps, the other opens what it has not wrapped yet.
 */
export class MasterKeyFiles {
  readonly #current: string;
  readonly #next: string;

  constructor(private readonly dataDir: string) {
    this.#current = join(dataDir, 'master.key');
    this.#next = join(dataDir, 'master.key.next');
  }

  /**
   * Answers the keys that are there, and generates the first one.
   * @throws ConfigError when a file holds something else, and when keys that another master key wrapped are there without it: a
   * new one would open none of them
   */
  async load(): Promise<MasterKeys> {
    const existing = this.#read();
    if (existing !== undefined) return existing;
    const wrapped = await readdir(join(this.dataDir, 'keys')).catch(undefinedIfMissing);
    if (wrapped !== undefined && wrapped.length > 0) {
      throw new ConfigError([
        `${this.#current} is missing, and ${this.dataDir}/keys needs the one it was: restore it`,
      ]);
    }
    await generate(this.#current);
    return this.#present();
  }

  /** Generates the next key, unless a replacement that was interrupted left one. */
  async prepareNext(): Promise<MasterKeys> {
    await generate(this.#next);
    return this.#present();
  }

  /** Puts the next key in the place of the present one, which is gone then. To be called when it opens nothing any more. */
  async adoptNext(): Promise<MasterKeys> {
    await rename(this.#next, this.#current);
    await syncDirectory(this.dataDir);
    return this.#present();
  }

  #present(): MasterKeys {
    const found = this.#read();
    if (found === undefined) throw new ConfigError([`${this.#current} vanished`]);
    return found;
  }

  #read(): MasterKeys | undefined {
    // The next one first: when it takes the place of the other in between, both are it.
    const next = readKey(this.#next);
    const current = readKey(this.#current);
    if (current === undefined) return undefined;
    const reload = (): MasterKeys => this.#present();
    if (next === undefined || next.equals(current)) return { wraps: current, reload };
    return { wraps: next, opens: current, reload };
  }
}

/** Makes a key; one that another process was first to make stays. */
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
 * The keys that wrap all others: `MASTER_KEY` and `MASTER_KEY_OTHER`, or in the embedded default those of
 * {@link MasterKeyFiles}, which the first start generates.
 * @throws ConfigError when there is none that can be used
 */
export async function loadMasterKeys(
  config: Pick<Config, 'masterKey' | 'otherMasterKey' | 'embedded' | 'dataDir'>,
): Promise<MasterKeys> {
  const { masterKey: wraps, otherMasterKey: opens } = config;
  if (wraps !== undefined) return { wraps, opens };
  if (!config.embedded) throw new ConfigError(['MASTER_KEY is required']);
  return new MasterKeyFiles(config.dataDir).load();
}

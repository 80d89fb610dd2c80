import { Inject, Injectable } from '@nestjs/common';
import {
  keyFingerprint,
  type KeyRewrapping,
  type KeyWrapper,
  MasterKeyFiles,
} from '#libs/platform/runtime';
import { PLATFORM, type Platform } from '#libs/platform/service';
import type { MasterKeyResponse } from './master-key.dto.js';

/** The master keys of this process, and what they wrap. */
@Injectable()
export class MasterKeys {
  readonly wrapper: KeyWrapper;
  readonly rewrapping: KeyRewrapping;
  /** Undefined if the master keys come from the environment. */
  readonly files: MasterKeyFiles | undefined;

  constructor(@Inject(PLATFORM) { config, keys }: Pick<Platform, 'config' | 'keys'>) {
    this.wrapper = keys.wrapper;
    this.rewrapping = keys.rewrapping;
    const isGenerated = config.masterKey === undefined;
    this.files = isGenerated ? new MasterKeyFiles(config.dataDir) : undefined;
  }

  /** The replacement in progress, by fingerprint; `from` is undefined if there is only one master key. */
  get exchange(): { readonly from: string | undefined; readonly to: string } {
    const { wraps, opens } = this.wrapper.masterKeys;
    return { from: opens && keyFingerprint(opens), to: keyFingerprint(wraps) };
  }

  /** @throws StoreUnavailableError if the key store is unavailable */
  async status(): Promise<MasterKeyResponse> {
    const { wraps, opens, erased, unopened } = await this.rewrapping.census();
    const { from, to } = this.exchange;
    return {
      fingerprint: to,
      otherFingerprint: from ?? null,
      generated: this.files !== undefined,
      keys: wraps,
      otherKeys: opens,
      erasedKeys: erased,
      unopenedKeys: unopened,
    };
  }
}

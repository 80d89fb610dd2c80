import { defineEvents } from '#libs/platform/event-store';
import type { DomainEvent } from '#libs/platform/kernel';

/** How the events of stream `masterKey-replacements` are stored. None contains personal data or a key. */
export const keysEvents = defineEvents<MasterKeyEvent>({
  'keys.MasterKeyReplacementBegun': { history: { title: 'Replacement of the master key begun' } },
  'keys.MasterKeyReplaced': { history: { title: 'Master key replaced' } },
});

/** The master key to be replaced and its successor, by fingerprint (SHA-256, hexadecimal). */
export interface KeyExchange {
  readonly from: string;
  readonly to: string;
}

/** Recorded before the first key of the key store is rewrapped. */
type MasterKeyReplacementBegun = DomainEvent<'keys.MasterKeyReplacementBegun', KeyExchange>;

/** The earlier master key is no longer needed. */
export type MasterKeyReplaced = DomainEvent<
  'keys.MasterKeyReplaced',
  KeyExchange & {
    /** Number of keys wrapped by the new one. */
    readonly keys: number;
    /** Number of keys that neither master key decrypts: damaged, or wrapped by a third one. */
    readonly unopened: number;
  }
>;

/** Stream `masterKey-replacements`; the caller is in the metadata. */
export type MasterKeyEvent = MasterKeyReplacementBegun | MasterKeyReplaced;

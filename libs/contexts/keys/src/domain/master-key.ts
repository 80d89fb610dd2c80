import { type Decider, type DomainEvent, omit, RuleBook } from '#libs/platform/kernel';

/** Which master key takes the place of which, by fingerprint: SHA-256 (hexadecimal) that only that key has. */
export interface KeyExchange {
  readonly from: string;
  readonly to: string;
}

/** From here on the keys of the key store are wrapped anew. */
export type MasterKeyReplacementBegun = DomainEvent<'keys.MasterKeyReplacementBegun', KeyExchange>;

/** Nothing is left that the earlier master key would be needed for. */
export type MasterKeyReplaced = DomainEvent<
  'keys.MasterKeyReplaced',
  KeyExchange & {
    /** Keys of the key store under the new one. */
    readonly keys: number;
    /** Keys that neither master key decrypts: damaged, or of a third master key. */
    readonly unopened: number;
  }
>;

/** Stream `masterKey-replacements`; who did it is in the metadata. */
export type MasterKeyEvent = MasterKeyReplacementBegun | MasterKeyReplaced;

type ReplaceMasterKey =
  /** Nothing; tells whether a request was carried out before, by the events it left then. */
  | { readonly type: 'Recall' }
  | ({
      readonly type: 'Begin';
      /** Keys that are still under the one to be replaced. */
      readonly left: number;
    } & KeyExchange)
  | ({ readonly type: 'Finish' } & MasterKeyReplaced['data']);

interface NewestReplacement extends KeyExchange {
  readonly finished: boolean;
}

/** One that is under way is gone on with, by whomever; one that was finished begins anew only where keys were left. */
export const masterKeyReplacements: Decider<
  NewestReplacement | undefined,
  ReplaceMasterKey,
  MasterKeyEvent
> = {
  category: 'masterKey',
  initial: undefined,
  decide(command, newest) {
    if (command.type === 'Recall') return [];
    const { type, from, to } = command;
    const isNewest = newest?.from === from && newest.to === to;
    if (type === 'Begin') {
      if (isNewest && (!newest.finished || command.left === 0)) return [];
      return [{ type: 'keys.MasterKeyReplacementBegun', data: { from, to } }];
    }
    if (!isNewest || newest.finished) return [];
    return [{ type: 'keys.MasterKeyReplaced', data: omit(command, 'type') }];
  },
  evolve: (_newest, { type, data: { from, to } }) => ({
    from,
    to,
    finished: type === 'keys.MasterKeyReplaced',
  }),
};

/** Id of the one aggregate. */
export const REPLACEMENTS = 'replacements';

/** The rules of the master key. */
export const masterKeyRules = new RuleBook({
  'master.key.other.rule': 'The service was not started with the new and the current master key',
});

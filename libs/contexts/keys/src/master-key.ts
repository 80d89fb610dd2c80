import { type Decider, omit, RuleBook } from '#libs/platform/kernel';
import type { KeyExchange, MasterKeyEvent, MasterKeyReplaced } from './master-key.events.js';

type ReplaceMasterKey =
  /** Changes nothing; returns the events of an earlier command with the same id, if any. */
  | { readonly type: 'Recall' }
  | ({
      readonly type: 'Begin';
      /** Number of keys still wrapped by the one to be replaced. */
      readonly left: number;
    } & KeyExchange)
  | ({ readonly type: 'Finish' } & MasterKeyReplaced['data']);

interface NewestReplacement extends KeyExchange {
  readonly finished: boolean;
}

/** A request continues a replacement in progress; it begins a finished one again only if keys are left. */
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

/** Id of the only aggregate. */
export const REPLACEMENTS = 'replacements';

export const masterKeyRules = new RuleBook({
  'master.key.other.rule': 'The service was not started with the new and the current master key',
});

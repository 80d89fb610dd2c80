import { inWords } from '#libs/contexts/codes';
import type { HistoryEntry } from './audit-history-command.js';

/** Why something was refused, ended or lifted, as a sentence; undefined for events without a reason. */
export function reasonInWords({
  type,
  reason,
}: Pick<HistoryEntry, 'type' | 'reason'>): string | undefined {
  if (reason === null) return undefined;
  const text = (name: string): string | undefined =>
    typeof reason[name] === 'string' ? reason[name] : JSON.stringify(reason[name]);
  const [outcome = '', code, cause, by] = ['outcome', 'code', 'cause', 'by'].map(text);
  const left = text('remainingAttempts');
  const head = outcome.charAt(0).toUpperCase() + outcome.slice(1);
  const parts = [
    code === undefined ? head : `${head}: ${inWords(type, 'reasonCode', code)}`,
    cause && `cause: ${cause}`,
    by && `by ${by}`,
    left && `attempts left: ${left}`,
  ];
  return `${parts.filter(Boolean).join('; ')}.`;
}

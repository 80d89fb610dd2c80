import { RuleBook } from '#libs/platform/kernel';

/** The rules of erasure (own). */
export const erasureRules = new RuleBook({
  'member.erasure.retention.rule': 'The data must be kept until the time in the message',
  'member.erasure.positions.rule': 'Accounts of the person hold securities',
  'member.erasure.transactions.rule':
    'Cash transactions on accounts of the person are pending or processing, or repeating ones go on',
});

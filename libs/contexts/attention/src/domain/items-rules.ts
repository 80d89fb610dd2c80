import { RuleBook } from '#libs/platform/kernel';

/** The rules of items for attention. */
export const itemRules = new RuleBook({
  'ifa.expired.rule': 'The item has expired',
  'ifa.final.rule': 'The item has already been answered',
  'ifa.id.taken.rule': 'Another member has an item with this id',
  'ifa.not.signable.rule': 'The item cannot be answered by a signature',
  'ifa.not.started.rule': 'The item cannot be answered before its start date',
  'ifa.view.required.rule': 'The document must be viewed before the answer',
  'ifa.views.exhausted.rule': 'The item has no views left',
});

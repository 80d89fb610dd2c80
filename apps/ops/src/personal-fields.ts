import type { EventRegistry } from '#libs/platform/event-store';

/** Parts of names that are personal wherever they stand, beside those the events say. */
const ALWAYS = [
  'ssn',
  'tid',
  'taxid',
  'birth',
  'secret',
  'sealed',
  'name',
  'mail',
  'phone',
  'address',
];

/**
 * Whether a field of a document may hold personal data: its name has that of a field that events seal in it. Too many rather
 * than too few.
 */
export function isPersonalField(registry: EventRegistry): (field: string) => boolean {
  const parts = new Set(ALWAYS);
  for (const { definition } of registry.all()) {
    const fields: readonly string[] = definition.personal?.fields ?? [];
    for (const field of fields) parts.add(field.toLowerCase());
  }
  return (field) => {
    const name = field.toLowerCase();
    return [...parts].some((part) => name.includes(part));
  };
}

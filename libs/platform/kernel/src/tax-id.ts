/**
 * Whether a text can be a person's tax id: a social security number (area not 000, 666 or 900 and up; group not 00; serial not 0000)
 * or an ITIN (area 900 and up; group 50-65, 70-88, 90-92 or 94-99).
 */
export function isPersonTaxId(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false;
  const [area, group, serial] = [text.slice(0, 3), Number(text.slice(3, 5)), text.slice(5)];
  if (serial === '0000') return false;
  if (area >= '900') return isItinGroup(group);
  return area !== '000' && area !== '666' && group !== 0;
}

function isItinGroup(group: number): boolean {
  return (
    (group >= 50 && group <= 65) ||
    (group >= 70 && group <= 88) ||
    (group >= 90 && group <= 92) ||
    group >= 94
  );
}

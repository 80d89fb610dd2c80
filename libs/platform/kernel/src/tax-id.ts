const NINE_DIGITS = /^\d{9}$/;

/**
 * Whether a text can be a person's tax id: a social security number (area not 000, 666 or 900 and up; group not 00; serial not 0000)
 * or an ITIN (area 900 and up; group 50-65, 70-88, 90-92 or 94-99).
 */
export function isPersonTaxId(text: string): boolean {
  if (!NINE_DIGITS.test(text)) return false;
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

/** Whether a text can be an entity's tax id: nine digits, not all zero. */
export function isEntityTaxId(text: string): boolean {
  return NINE_DIGITS.test(text) && text !== '000000000';
}

/** Whether a text is an ABA routing number: nine digits whose weighted sum (3, 7, 1) is a multiple of ten. */
export function isRoutingNumber(text: string): boolean {
  if (!NINE_DIGITS.test(text) || text === '000000000') return false;
  const weights = [3, 7, 1];
  let sum = 0;
  for (let place = 0; place < 9; place++) sum += Number(text[place]) * (weights[place % 3] ?? 0);
  return sum % 10 === 0;
}

/** Whether a text is an account number: `R`, a letter, then eight digits or capitals ([account.number]). */
export function isAccountNumber(text: string): boolean {
  return /^R[A-Z][0-9A-Z]{8}$/.test(text);
}

/** Whether a text is a folio number: account number and two digits from 01 ([folio.number]). */
export function isFolioNumber(text: string): boolean {
  return isAccountNumber(text.slice(0, -2)) && /^(?:0[1-9]|[1-9]\d)$/.test(text.slice(-2));
}

const NINE_DIGITS = /^\d{9}$/;

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

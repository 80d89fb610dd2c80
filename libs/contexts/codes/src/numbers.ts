/** Whether a text is an account number: `R`, a letter, then eight digits or capitals ([account.number]). */
export function isAccountNumber(text: string): boolean {
  return /^R[A-Z][0-9A-Z]{8}$/.test(text);
}

/** Whether a text is a folio number: account number and two digits from 01 ([folio.number]). */
export function isFolioNumber(text: string): boolean {
  return isAccountNumber(text.slice(0, -2)) && /^(?:0[1-9]|[1-9]\d)$/.test(text.slice(-2));
}

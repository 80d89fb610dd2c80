/** Whether a text is a ZIP code: five digits, optionally four more with or without a hyphen. */
export function isZipCode(text: string): boolean {
  return /^\d{5}(?:-?\d{4})?$/.test(text) && !text.startsWith('00000');
}

const BOX_NUMBER = String.raw`\s*(?:#|no\.?|number)?\s*[a-z]?\d`;
const PO_BOX = [
  // P.O. Box 12, PO BOX, P O Box, P.0. Box (zero), POBox12
  /\bp\s*\.?\s*[o0]\s*\.?\s*,?\s*-?\s*b(?:o?x(?![a-z])|\.)/i,
  /\bpost(?:al)?\s*(?:office|off\.?)\s*box\b/i,
  /\bpost(?:al)?\s+box\b/i,
  /\bpost\s*office\s*drawer\b/i,
  new RegExp(String.raw`\bp\.?\s*o\.?\s*(?:drawer|bin)\b`, 'i'),
  // P.O.B. 12, POB 12
  new RegExp(String.raw`\bp\.?\s*o\.?\s*b\.?${BOX_NUMBER}`, 'i'),
  // Apartado 55, Apartado Postal 55, Apdo. de Correos 55, Aptdo 55
  new RegExp(
    String.raw`\b(?:apartado|apt?do\.?)(?:\s*(?:postal|de\s+correos?|a[eé]reo))?${BOX_NUMBER}`,
    'i',
  ),
  // a line that starts with a box: Box 12, Lock Box 7
  new RegExp(String.raw`^\s*(?:lock\s*|mail\s*)?box${BOX_NUMBER}`, 'i'),
];

/** Whether an address line names a post office box, in any of the usual spellings, also in full-width letters and with any dash. */
export function namesPoBox(line: string): boolean {
  const plain = line.normalize('NFKC').replace(/\p{Pd}/gu, '-');
  return PO_BOX.some((pattern) => pattern.test(plain));
}

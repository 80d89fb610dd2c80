import { searchForm } from '#libs/platform/kernel';

/** Whether a text is a ZIP code: five digits, optionally four more with or without a hyphen. */
export function isZipCode(text: string): boolean {
  return /^\d{5}(?:-?\d{4})?$/.test(text) && !text.startsWith('00000');
}

const BOX_NUMBER = String.raw`[\s:]*(?:#|n\.?o\.?|num(?:ero|ber|\.)?)?[\s:]*(?:[a-z]-?)?\d`;
const PO_BOX = [
  // P.O. Box 12, PO BOX, P O Box, P.0. Box (zero), POBox12
  /\bp\s*\.?\s*[o0]\s*\.?\s*,?\s*-?\s*b(?:o?x(?![a-z])|\.)/i,
  /\bpost(?:al)?\s*(?:office|off\.?)\s*box\b/i,
  /\bpost(?:al)?\s+box\b/i,
  /\bpost\s*office\s*drawer\b/i,
  new RegExp(String.raw`\bp\.?\s*o\.?\s*(?:drawer|bin)\b`, 'i'),
  // P.O.B. 12, POB 12
  new RegExp(String.raw`\bp\.?\s*o\.?\s*b\.?${BOX_NUMBER}`, 'i'),
  // Apartado 55, Apartado Postal N.º 55, Apdo. de Correos A-55, Aptdo 55, Casilla 55
  new RegExp(
    String.raw`\b(?:apartado|apt?do\.?|casilla)(?:\s*(?:postal|de\s+correos?|aereo))?${BOX_NUMBER}`,
    'i',
  ),
  // Portuguese, Italian, French, German, Dutch
  new RegExp(
    String.raw`\b(?:caixa\s+postal|casella\s+postale|(?:boite|case)\s+postale|postfach|postbus)${BOX_NUMBER}`,
    'i',
  ),
  // a line that starts with a box: Box 12, Lock Box 7
  new RegExp(String.raw`^\s*(?:lock\s*|mail\s*)?box${BOX_NUMBER}`, 'i'),
];

/** Whether an address line names a post office box, in any of the usual spellings, also in full-width letters, with any dash and without accents. */
export function namesPoBox(line: string): boolean {
  const plain = searchForm(line).replace(/\p{Pd}/gu, '-');
  return PO_BOX.some((pattern) => pattern.test(plain));
}

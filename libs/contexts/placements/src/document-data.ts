import { isUtf8 } from 'node:buffer';
import { fileTypeFromBuffer } from 'file-type/core';

const BLANKS = /[ \t\r\n]+/g;

/**
 * The bytes of a Base64 text (RFC 4648, with its padding); undefined for anything else. Blanks and line ends, which e-mail
 * encoders put in, are passed over.
 */
export function decodeBase64(text: string): Buffer | undefined {
  const base64 = text.replaceAll(BLANKS, '');
  const bytes = Buffer.from(base64, 'base64');
  // Node passes over what it does not know; only text that comes back the same was Base64 throughout
  return bytes.length > 0 && bytes.toString('base64') === base64 ? bytes : undefined;
}

/**
 * Media type of a document, from its contents alone. Text that nothing else is known of is plain text, so that a page with
 * scripts is never called one.
 */
export async function mediaTypeOf(bytes: Buffer): Promise<string> {
  const found = (await fileTypeFromBuffer(bytes))?.mime;
  if (found !== undefined) return found;
  return isUtf8(bytes) && !bytes.includes(0)
    ? 'text/plain; charset=utf-8'
    : 'application/octet-stream';
}

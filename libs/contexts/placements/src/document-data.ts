import { isUtf8 } from 'node:buffer';
import { fileTypeFromBuffer } from 'file-type/core';

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

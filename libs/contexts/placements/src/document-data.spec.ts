import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeBase64, mediaTypeOf } from './document-data.js';

describe('data of an offering document', () => {
  it('is Base64 with its padding; blanks and line ends are passed over', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        const lines = text.replaceAll(/(.{4})/g, '$1\r\n');
        expect(decodeBase64(text)?.equals(bytes)).toBe(true);
        expect(decodeBase64(lines)?.equals(bytes)).toBe(true);
      }),
    );
  });

  it.each(['', ' ', 'QQ', 'QQ=', 'QR==', 'Q Q = = =', 'QQ==QQ==', '-_-_', 'QQ==!', 'data:,QQ=='])(
    '%j is refused',
    (text) => {
      expect(decodeBase64(text)).toBeUndefined();
    },
  );

  it.each([
    ['%PDF-1.7', 'application/pdf'],
    ['<html><script>alert(1)</script>', 'text/plain; charset=utf-8'],
    ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'text/plain; charset=utf-8'],
    ['Grüße', 'text/plain; charset=utf-8'],
    ['a\0b', 'application/octet-stream'],
  ])('%j is %s', async (text, type) => {
    expect(await mediaTypeOf(Buffer.from(text))).toBe(type);
  });

  it('bytes that are no text are just bytes', async () => {
    expect(await mediaTypeOf(Buffer.from([0xc3, 0x28]))).toBe('application/octet-stream');
  });
});

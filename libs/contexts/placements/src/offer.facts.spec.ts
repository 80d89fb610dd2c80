import { describe, expect, it } from '@jest/globals';
import { mediaTypeOf } from './offer.facts.js';

describe('data of an offering document', () => {
  it.each([
    ['%PDF-1.7', 'application/pdf'],
    ['<html><script>alert(1)</script>', 'text/plain; charset=utf-8'],
    ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'text/plain; charset=utf-8'],
    ['Grüße', 'text/plain; charset=utf-8'],
    ['a\0b', 'application/octet-stream'],
  ])('%j is %s', async (text, type) => {
    expect(await mediaTypeOf(Buffer.from(text))).toBe(type);
  });

  it('bytes that are not text have the generic type', async () => {
    expect(await mediaTypeOf(Buffer.from([0xc3, 0x28]))).toBe('application/octet-stream');
  });
});

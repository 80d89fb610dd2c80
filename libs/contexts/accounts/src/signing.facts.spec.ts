import { describe, expect, it } from '@jest/globals';
import type { SignatureImageEncoding, SignatureMethod } from './signing.js';
import { MAX_DOCUMENT_BYTES, readDocument } from './signing.facts.js';

const PDF = Buffer.from('%PDF-1.7\n%äöü\n1 0 obj\n');

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>');

const GIF = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(30)]);

const JPG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(30)]);

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const images = { GIF, JPG, PNG, SVG } as const;

const read = (
  signatureData: string,
  signatureImageEncoding?: SignatureImageEncoding,
  signatureMethod: SignatureMethod = signatureImageEncoding ? 'SIGNATURE_IMAGE' : 'SIGNED_PDF',
): ReturnType<typeof readDocument> =>
  readDocument({ signatureData, signatureMethod, signatureImageEncoding });

const problem = (errorCode: string): object => ({
  type: 'VALIDATION_FIELD',
  field: 'signatureData',
  errorCode,
  message: expect.any(String),
});

describe('the document of a signature [signature.signatureData]', () => {
  const formats = Object.entries(images) as [SignatureImageEncoding, Buffer][];

  it.each(formats)('an image may be a %s and nothing else that it claims', (name, bytes) => {
    for (const [claimed] of formats) {
      const result = read(bytes.toString('base64'), claimed);
      expect(result).toEqual(claimed === name ? bytes : problem('invalid.value'));
    }
    expect(read(bytes.toString('base64'))).toEqual(problem('invalid.value'));
  });

  it.each([
    ['GIF', '474946383761'],
    ['JPG', 'ffd8ff'],
    ['PNG', '89504e470d0a1a0a'],
  ] as const)('a %s is told by its header', (name, header) => {
    const bytes = Buffer.from(header, 'hex');
    for (const rest of [0, 1, 50].map((size) => Buffer.alloc(size))) {
      const data = Buffer.concat([bytes, rest]);
      expect(read(data.toString('base64'), name)).toEqual(data);
    }
    expect(read(bytes.subarray(0, -1).toString('base64'), name)).toEqual(problem('invalid.value'));
  });

  it('a signed PDF is a PDF', () => {
    expect(read(PDF.toString('base64'))).toEqual(PDF);
    expect(read(PDF.toString('base64'), 'PNG')).toEqual(problem('invalid.value'));
  });

  it.each([
    ['a byte order mark', '\ufeff'],
    ['a line break', '\r\n'],
    ['200 bytes', 'x'.repeat(200)],
    ['1,019 bytes', 'x'.repeat(1_019)],
  ])('a PDF may have %s before its header [signature.signatureData]', (_what, before) => {
    const data = Buffer.concat([Buffer.from(before), PDF]);
    expect(read(data.toString('base64'))).toEqual(data);
  });

  it('the header of a PDF stands in its first 1,024 bytes [signature.signatureData]', () => {
    const late = Buffer.concat([Buffer.alloc(1_020, 'x'), PDF]);
    expect(read(late.toString('base64'))).toEqual(problem('invalid.value'));
  });

  it.each([
    'data:image/png;base64,',
    'data:image/png:base64,',
    'DATA:IMAGE/PNG;BASE64,',
    'image/png;base64,',
    ' data:image/gif;base64,',
    'data:image/svg+xml;charset=utf-8;base64,',
  ])('the prefix %j is dropped', (prefix) => {
    expect(read(prefix + PNG.toString('base64'), 'PNG')).toEqual(PNG);
  });

  it.each(['data:image/png;base64', 'data:text/html;base64,', 'data:image/png;base64;', 'x,'])(
    'the prefix %j is none',
    (prefix) => {
      expect(read(prefix + PNG.toString('base64'), 'PNG')).toEqual(problem('invalid.value'));
    },
  );

  it('a PDF has no image prefix', () => {
    expect(read(`data:image/png;base64,${PDF.toString('base64')}`)).toEqual(
      problem('invalid.value'),
    );
  });

  it('line ends and blanks are passed over', () => {
    const lines = PDF.toString('base64').replaceAll(/.{8}/g, '$&\r\n ');
    expect(read(lines)).toEqual(PDF);
  });

  it.each([
    ['an unknown character', (text: string) => `${text.slice(0, 8)}*${text.slice(8)}`],
    ['no padding', (text: string) => text.replaceAll('=', '')],
    ['the alphabet of URLs', () => Buffer.from('%PDF-\u00ff\u00ff?>').toString('base64url')],
    ['bits left over', (text: string) => text.replace(/.(=+)$/, '9$1')],
    ['nothing', () => ' '],
  ])('is refused with %s', (_, change) => {
    const text = Buffer.concat([PDF, Buffer.alloc((4 - (PDF.length % 3)) % 3)]).toString('base64');
    expect(text).toContain('=');
    expect(read(change(text))).toEqual(problem('invalid.value'));
  });

  it('has at most 8 MiB', () => {
    const most = Buffer.concat([PDF, Buffer.alloc(MAX_DOCUMENT_BYTES - PDF.length)]);
    expect(read(most.toString('base64'))).toHaveLength(MAX_DOCUMENT_BYTES);
    const more = Buffer.concat([most, Buffer.alloc(1)]);
    expect(read(more.toString('base64'))).toEqual(problem('invalid.length'));
  });

  it.each([
    ['a declaration', `\uFEFF<?xml version="1.0"?>\n<!-- logo --><!DOCTYPE svg>${SVG.toString()}`],
    ['a namespace prefix', '<s:svg xmlns:s="http://www.w3.org/2000/svg"/>'],
    ['no namespace', '<svg width="1" height="1"></svg>'],
  ])('an SVG may have %s', (_, text) => {
    const bytes = Buffer.from(text);
    expect(read(bytes.toString('base64'), 'SVG')).toEqual(bytes);
  });

  it.each(['<html><svg></svg></html>', '<svg', 'svg', `<!--${' '.repeat(100_000)}--><svg/>`])(
    'an SVG is not %#',
    (text) => {
      const data = Buffer.from(text).toString('base64');
      expect(read(data, 'SVG')).toEqual(problem('invalid.value'));
    },
  );
});

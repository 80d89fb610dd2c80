import { XmlTextDetector } from '@file-type/xml';
import { FieldCode, fieldProblem, isPdf, type Problem } from '#libs/platform/kernel';
import type { SignatureImageEncoding, SignatureMethod } from './signing.js';

/** Maximum size of a decoded document ([signature.signatureData]). */
export const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024;

const MAX_TEXT = Math.ceil(MAX_DOCUMENT_BYTES / 3) * 4;

/** `data:image/png;base64,`, also with a colon before `base64`, without `data:`, or with parameters; any letter case. */
const PREFIX =
  /^(?:data:)?image\/[a-z0-9.+-]{1,40}(?:;[a-z0-9-]{1,40}=[^;:,]{1,40}){0,4}[;:]base64,/i;

const PREFIX_LENGTH = 512;

const BLANKS = /[ \t\r\n]+/g;

/** Magic numbers of the formats. */
const HEADERS: Readonly<Record<Exclude<SignatureImageEncoding, 'SVG'>, readonly Buffer[]>> = {
  GIF: [Buffer.from('GIF87a'), Buffer.from('GIF89a')],
  JPG: [Buffer.from('ffd8ff', 'hex')],
  PNG: [Buffer.from('89504e470d0a1a0a', 'hex')],
};

interface ClaimedDocument {
  readonly signatureData?: string;
  /** Missing if the request has no valid one; then only the Base64 is checked. */
  readonly signatureMethod?: SignatureMethod | undefined;
  readonly signatureImageEncoding?: SignatureImageEncoding | undefined;
}

/**
 * Decodes the document of a signature, or returns what is wrong with it ([signature.signatureData]). Accepts RFC 4648 Base64 with
 * padding; whitespace, which e-mail encoders insert, is ignored. The bytes must match method and encoding: a PDF, GIF, JPEG or PNG by
 * its header, an SVG by its root element. The media type in an image's prefix is ignored ([signature.prefix]).
 */
export function readDocument({
  signatureData = '',
  signatureMethod,
  signatureImageEncoding,
}: ClaimedDocument): Buffer | Problem {
  const isSigned = signatureMethod === 'SIGNED_PDF';
  const bytes = decode(isSigned ? signatureData : withoutPrefix(signatureData));
  if (!Buffer.isBuffer(bytes)) return bytes;
  const format = isSigned ? 'PDF' : signatureMethod && signatureImageEncoding;
  if (format === undefined || isFormat(bytes, format)) return bytes;
  return wrong(FieldCode.Value, `The document is not a valid ${format}.`);
}

function withoutPrefix(text: string): string {
  const prefix = PREFIX.exec(text.slice(0, PREFIX_LENGTH).trimStart())?.[0];
  return prefix === undefined ? text : text.trimStart().slice(prefix.length);
}

function decode(text: string): Buffer | Problem {
  const base64 = text.replaceAll(BLANKS, '');
  const tooLarge = (): Problem => wrong(FieldCode.Length, 'A document has at most 8 MiB.');
  if (base64.length > MAX_TEXT) return tooLarge();
  const bytes = Buffer.from(base64, 'base64');
  // Node skips invalid characters, so only text that survives the round trip is valid Base64
  if (bytes.length === 0 || bytes.toString('base64') !== base64) {
    return wrong(FieldCode.Value, 'The document is not Base64.');
  }
  return bytes.length > MAX_DOCUMENT_BYTES ? tooLarge() : bytes;
}

function isFormat(bytes: Buffer, format: SignatureImageEncoding | 'PDF'): boolean {
  if (format === 'PDF') return isPdf(bytes);
  return format === 'SVG'
    ? isSvg(bytes)
    : HEADERS[format].some((header) => bytes.subarray(0, header.length).equals(header));
}

/** The root element must begin within this many bytes. */
const PREAMBLE = 64 * 1024;

const STEP = 1024;

/** Whether the root element, in UTF-8, is an SVG's. Scripts and other content do not matter: the document is never served. */
function isSvg(bytes: Buffer): boolean {
  const text = bytes.toString('utf8', 0, PREAMBLE).replace('\uFEFF', '').trimStart();
  const detector = new XmlTextDetector();
  for (let start = 0; start < text.length && !detector.onEnd; start += STEP) {
    detector.write(text.slice(start, start + STEP));
  }
  return detector.fileType?.ext === 'svg';
}

function wrong(errorCode: string, message: string): Problem {
  return fieldProblem('signatureData', errorCode, message);
}

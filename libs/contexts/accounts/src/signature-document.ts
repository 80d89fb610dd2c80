import { XmlTextDetector } from '@file-type/xml';
import {
  FieldCode,
  fieldProblem,
  type Problem,
  type SignatureImageEncoding,
  type SignatureMethod,
} from '#libs/platform/kernel';

/** Most bytes of a decoded document ([signature.signatureData]). */
export const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024;
const MAX_TEXT = Math.ceil(MAX_DOCUMENT_BYTES / 3) * 4;

/** `data:image/png;base64,`, also with a colon before `base64`, without `data:`, or with parameters; any letter case. */
const PREFIX =
  /^(?:data:)?image\/[a-z0-9.+-]{1,40}(?:;[a-z0-9-]{1,40}=[^;:,]{1,40}){0,4}[;:]base64,/i;
const PREFIX_LENGTH = 512;
const BLANKS = /[ \t\r\n]+/g;

/** How a format begins. */
const HEADERS: Readonly<Record<Exclude<SignatureImageEncoding, 'SVG'> | 'PDF', readonly Buffer[]>> =
  {
    GIF: [Buffer.from('GIF87a'), Buffer.from('GIF89a')],
    JPG: [Buffer.from('ffd8ff', 'hex')],
    PNG: [Buffer.from('89504e470d0a1a0a', 'hex')],
    PDF: [Buffer.from('%PDF-')],
  };

/** What a signature says its document is. */
interface ClaimedDocument {
  readonly signatureData?: string;
  /** Missing where the request has none that is valid: then only the Base64 can be judged. */
  readonly signatureMethod?: SignatureMethod | undefined;
  readonly signatureImageEncoding?: SignatureImageEncoding | undefined;
}

/**
 * The document of a signature, decoded, or what is wrong with it ([signature.signatureData]). Base64 is that of RFC 4648 with its padding;
 * blanks and line ends, which e-mail encoders put in, are passed over, nothing else is. The bytes must be what method and
 * encoding say: a PDF, GIF, JPEG or PNG by its header, an SVG by its root element. What the prefix of an image names is
 * ignored ([signature.prefix]).
 */
export function readDocument({
  signatureData = '',
  signatureMethod,
  signatureImageEncoding,
}: ClaimedDocument): Buffer | Problem {
  const isPdf = signatureMethod === 'SIGNED_PDF';
  const bytes = decode(isPdf ? signatureData : withoutPrefix(signatureData));
  if (!Buffer.isBuffer(bytes)) return bytes;
  const format = isPdf ? 'PDF' : signatureMethod && signatureImageEncoding;
  if (format === undefined || isFormat(bytes, format)) return bytes;
  return wrong(FieldCode.Value, `The document is no ${format}.`);
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
  // Node passes over what it does not know; only text that comes back the same was Base64 throughout
  if (bytes.length === 0 || bytes.toString('base64') !== base64) {
    return wrong(FieldCode.Value, 'The document is not Base64.');
  }
  return bytes.length > MAX_DOCUMENT_BYTES ? tooLarge() : bytes;
}

function isFormat(bytes: Buffer, format: SignatureImageEncoding | 'PDF'): boolean {
  return format === 'SVG'
    ? isSvg(bytes)
    : HEADERS[format].some((header) => bytes.subarray(0, header.length).equals(header));
}

/** Where the root element must begin at the latest, and how much is looked at in one go; both in bytes. */
const PREAMBLE = 64 * 1024;
const STEP = 1024;

/**
 * Whether the root element, in UTF-8, is that of an SVG. Scripts and what else comes after it do not matter: the document is
 * never served.
 */
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

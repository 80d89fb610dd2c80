import { createHmac, hash, type KeyObject } from 'node:crypto';

/** The part of a request that is signed ([auth.signing]). */
export interface SignedRequest {
  readonly method: string;
  /** Full URL, with the query exactly as sent. */
  readonly url: string;
  /** ISO-8601 with offset, exactly as sent before percent-encoding. */
  readonly timestamp: string;
  /** Exactly as sent; absent or empty if there is none. */
  readonly body?: string | Uint8Array | undefined;
}

const MD5_OF_NOTHING = 'd41d8cd98f00b204e9800998ecf8427e';

/** METHOD, URL, timestamp and the lower-case hexadecimal MD5 of the body, joined by line feeds ([auth.signing]). */
export function stringToSign({ method, url, timestamp, body }: SignedRequest): string {
  const digest = body === undefined || body.length === 0 ? MD5_OF_NOTHING : hash('md5', body);
  return `${method.toUpperCase()}\n${url}\n${timestamp}\n${digest}`;
}

/** The HMAC-SHA256 of {@link stringToSign}, 32 bytes. */
export function signatureBytes(secret: string | KeyObject, request: SignedRequest): Buffer {
  return createHmac('sha256', secret).update(stringToSign(request)).digest();
}

/** The signature in Base64, before percent-encoding. */
export function sign(sharedSecret: string, request: SignedRequest): string {
  return signatureBytes(sharedSecret, request).toString('base64');
}

/** Content of an `Authorization: FOLIOWS …` header ([auth.signing]). */
export interface SignatureHeader {
  readonly apiKey: string;
  readonly memberId?: string;
  readonly selectedMemberId?: string;
  /** The HMAC, 32 bytes. */
  readonly signature: Buffer;
  /** As signed: percent-decoded, otherwise unchanged. */
  readonly timestamp: string;
}

/** `Authorization` scheme of signed requests. */
export const SCHEME = 'FOLIOWS';

/**
 * Parses the parameters after the scheme name: in any order, with optional blanks around commas and double quotes, percent-encoded except
 * for the key. Ignores unknown parameters. If a parameter is missing, repeated or malformed, returns what is wrong, without any value.
 */
export function parseSignatureHeader(parameters: string): SignatureHeader | string {
  const found = new Map<string, string>();
  // No value contains a comma: percent-encoding turns it into %2C.
  for (const parameter of parameters.split(',')) {
    const [name, value] = splitParameter(parameter) ?? [];
    if (name === undefined || value === undefined) return `it must be ${FORM}`;
    if (found.has(name)) return 'a parameter is given twice';
    const decoded = name === 'FOLIOWS_API_KEY' ? value : decode(value);
    if (decoded === undefined) return 'a value is not properly percent-encoded';
    found.set(name, decoded);
  }
  const [apiKey, sent, timestamp] = REQUIRED.map((name) => found.get(name));
  if (!apiKey || !sent || !timestamp) {
    return `${REQUIRED.filter((name) => !found.get(name)).join(', ')} missing`;
  }
  const signature = Buffer.from(sent, 'base64');
  if (signature.length !== 32) return 'FOLIOWS_SIGNATURE must be the Base64 of 32 bytes';
  const memberId = found.get('FOLIOWS_MEMBER_ID');
  const selectedMemberId = found.get('FOLIOWS_SELECTED_MEMBER_ID');
  return {
    apiKey,
    timestamp,
    signature,
    ...(memberId && { memberId }),
    ...(selectedMemberId && { selectedMemberId }),
  };
}

const REQUIRED = ['FOLIOWS_API_KEY', 'FOLIOWS_SIGNATURE', 'FOLIOWS_TIMESTAMP'] as const;
const FORM = 'FOLIOWS_API_KEY=…,FOLIOWS_SIGNATURE=…,FOLIOWS_TIMESTAMP=… after the scheme';

/** Splits `NAME=value`, with or without double quotes around the value. */
function splitParameter(parameter: string): readonly [name: string, value: string] | undefined {
  const equals = parameter.indexOf('=');
  if (equals === -1) return undefined;
  const name = parameter.slice(0, equals).trim().toUpperCase();
  const value = parameter.slice(equals + 1).trim();
  const quoted = value.length >= 2 && value.startsWith('"') && value.endsWith('"');
  const bare = quoted ? value.slice(1, -1) : value;
  return bare.includes('"') ? undefined : [name, bare];
}

function decode(value: string): string | undefined {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/** Who signs a request, and on whose behalf. */
interface Signer {
  readonly apiKey: string;
  readonly memberId?: string | undefined;
  readonly selectedMemberId?: string | undefined;
}

/** Formats a header that {@link parseSignatureHeader} can parse, with the scheme name. */
export function formatSignatureHeader(
  header: Signer & { readonly signature: string; readonly timestamp: string },
): string {
  const encoded = Object.entries({
    FOLIOWS_MEMBER_ID: header.memberId,
    FOLIOWS_SELECTED_MEMBER_ID: header.selectedMemberId,
    FOLIOWS_SIGNATURE: header.signature,
    FOLIOWS_TIMESTAMP: header.timestamp,
  }).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${encodeURIComponent(value)}`,
  );
  return `${SCHEME} ${[`FOLIOWS_API_KEY=${header.apiKey}`, ...encoded].join(',')}`;
}

/** The value of the `Authorization` header that a client must send with a request. */
export function signedAuthorization(
  credentials: Signer & { readonly sharedSecret: string },
  request: SignedRequest,
): string {
  const signature = sign(credentials.sharedSecret, request);
  return formatSignatureHeader({ ...credentials, signature, timestamp: request.timestamp });
}

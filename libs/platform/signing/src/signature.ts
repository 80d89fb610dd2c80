import { createHmac, hash, type KeyObject } from 'node:crypto';
import { formatSignatureHeader } from './signature-header.js';

/** The part of a request that its signature covers ([auth.signing]). */
export interface SignedRequest {
  readonly method: string;
  /** Full URL, the query exactly as sent. */
  readonly url: string;
  /** ISO-8601 with offset, exactly as sent before percent-encoding. */
  readonly timestamp: string;
  /** Exactly as sent; absent or empty when there is none. */
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

/** The signature as it is sent, before percent-encoding: Base64. */
export function sign(sharedSecret: string, request: SignedRequest): string {
  return signatureBytes(sharedSecret, request).toString('base64');
}

/** The value of the `Authorization` header for a request: what a client of the service has to send. */
export function signedAuthorization(
  credentials: {
    readonly apiKey: string;
    readonly sharedSecret: string;
    readonly memberId?: string | undefined;
    readonly selectedMemberId?: string | undefined;
  },
  request: SignedRequest,
): string {
  const { apiKey, sharedSecret, memberId, selectedMemberId } = credentials;
  return formatSignatureHeader({
    apiKey,
    memberId,
    selectedMemberId,
    signature: sign(sharedSecret, request),
    timestamp: request.timestamp,
  });
}

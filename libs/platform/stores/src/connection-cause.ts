/** Why a store can't be used, for the person who runs it. */
export interface StoreCause {
  readonly words: string;
  /** It stays so until somebody changes the configuration or the server: waiting does not help. */
  readonly permanent: boolean;
}

/** What Node and OpenSSL say, which both clients hand on within words of their own. */
const CAUSES: readonly (readonly [said: RegExp, words: string, permanent: boolean])[] = [
  [/ECONNREFUSED/, 'nothing listens there (ECONNREFUSED)', false],
  [/ENOTFOUND|ENODATA|Name resolution failed/, 'there is no host of this name', false],
  [/EAI_AGAIN|ESERVFAIL/, 'its name can not be looked up (EAI_AGAIN)', false],
  [/EHOSTUNREACH|ENETUNREACH/, 'no way leads to this host (EHOSTUNREACH)', false],
  [/ETIMEDOUT|timed out/i, 'it does not answer', false],
  [/altnames/, 'its certificate is made out to another name', true],
  [/certificate has expired/, 'its certificate has expired', true],
  [/certificate is not yet valid/, 'its certificate is not valid yet', true],
  [/self-signed certificate/, 'its certificate is not trusted (self-signed certificate)', true],
  [
    /verify the first certificate|issuer certificate/,
    'its certificate is not trusted (unknown issuer)',
    true,
  ],
  [/wrong version number|packet length too long/, 'it does not speak TLS', true],
  [/SSL alert|tlsv1 alert|alert certificate|sslv3 alert/, 'it refuses the TLS handshake', true],
];

/**
 * Why no connection could be made.
 * @param said what the client says of it; it is read, and not repeated
 */
export function connectionCause(said: string): StoreCause {
  const known = CAUSES.find(([pattern]) => pattern.test(said));
  if (known) return { words: known[1], permanent: known[2] };
  return { words: 'it closes the connection, as one does that wants TLS', permanent: false };
}

/** The store can't be used or did not answer in time (HTTP 503). The outcome of an append is then unknown. */
export class StoreUnavailableError extends Error {
  // Subclasses are reported under this name unless they override it.
  override readonly name: string = 'StoreUnavailableError';
  /** Whether the error lasts until the configuration or the server changes, such as wrong credentials or an untrusted certificate. */
  readonly permanent: boolean;
  /** The server's name or number for its error, if it sent one: for metrics. */
  readonly code: string | undefined;

  constructor(
    message: string,
    options: ErrorOptions & { readonly permanent?: boolean; readonly code?: string } = {},
  ) {
    super(message, options);
    this.permanent = options.permanent ?? false;
    this.code = options.code;
  }
}

/** Why a store can't be used, for operators. */
export interface StoreCause {
  readonly words: string;
  /** Waiting does not help: somebody has to change the configuration or the server. */
  readonly permanent: boolean;
  /** The server's name or number for its error, if it sent one. */
  readonly code?: string;
}

/** Messages of Node and OpenSSL, which both clients embed in their own. */
const CAUSES: readonly (readonly [pattern: RegExp, words: string, permanent: boolean])[] = [
  [/ECONNREFUSED/, 'nothing listens there (ECONNREFUSED)', false],
  [/ENOTFOUND|ENODATA|Name resolution failed/, 'there is no host of this name', false],
  [/EAI_AGAIN|ESERVFAIL/, 'its name cannot be looked up (EAI_AGAIN)', false],
  [/EHOSTUNREACH|ENETUNREACH/, 'there is no route to this host (EHOSTUNREACH)', false],
  [/ETIMEDOUT|timed out/i, 'it does not respond', false],
  [/altnames/, 'its certificate was issued for another name', true],
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

/** Why no connection could be made, judging by the client's message, which is never repeated. */
export function explainConnectionError(message: string): StoreCause {
  const known = CAUSES.find(([pattern]) => pattern.test(message));
  if (known) return { words: known[1], permanent: known[2] };
  return { words: 'it closes the connection, like a server that requires TLS', permanent: false };
}

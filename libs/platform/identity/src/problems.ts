import { NamedError, type Problem } from '#libs/platform/kernel';

/** `errorCode` of a 401. A wrong key, secret, signature or body all have the same code. */
export const CredentialCode = {
  Missing: 'credentials.missing',
  Malformed: 'credentials.malformed',
  Invalid: 'credentials.invalid',
  /** The timestamp is off by more than five minutes. */
  Stale: 'credentials.timestamp.out.of.range',
  Replayed: 'credentials.replayed',
  /** The access token has expired or is not valid yet. */
  Expired: 'credentials.expired',
} as const;

type Code = (typeof CredentialCode)[keyof typeof CredentialCode];

const MESSAGES: Readonly<Record<Code, string>> = {
  [CredentialCode.Missing]: 'The request carries no credentials.',
  [CredentialCode.Malformed]: 'The Authorization header is malformed.',
  [CredentialCode.Invalid]: 'The credentials are not valid.',
  [CredentialCode.Stale]: 'The timestamp is more than five minutes from the time of the service.',
  [CredentialCode.Replayed]: 'The signature has been used before.',
  [CredentialCode.Expired]: 'The access token is not valid at this time.',
};

/** The problem for a code (401). Never quotes the credentials. */
export function unauthenticated(errorCode: Code, message = MESSAGES[errorCode]): Problem {
  return { type: 'UNAUTHENTICATED', errorCode, message };
}

/** The problem of a header that can't be read. @param what what is wrong with it, without quoting it */
export function malformed(what: string): Problem {
  return unauthenticated(
    CredentialCode.Malformed,
    `The Authorization header is malformed: ${what}.`,
  );
}

/** The keys of a token issuer can't be fetched at the moment (HTTP 503). */
export class IssuerUnavailableError extends NamedError {}

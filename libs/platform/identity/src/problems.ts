import { NamedError, type Problem } from '#libs/platform/kernel';

/** `errorCode` of a 401. A wrong key, secret, signature or body is one and the same code. */
export const CredentialCode = {
  Missing: 'credentials.missing',
  Malformed: 'credentials.malformed',
  Invalid: 'credentials.invalid',
  /** The timestamp is more than five minutes off. */
  Stale: 'credentials.timestamp.out.of.range',
  /** The signature was used before. */
  Replayed: 'credentials.replayed',
  /** The access token is no longer, or not yet, valid. */
  Expired: 'credentials.expired',
} as const;

type Code = (typeof CredentialCode)[keyof typeof CredentialCode];

const MESSAGES: Readonly<Record<Code, string>> = {
  [CredentialCode.Missing]: 'The request carries no credentials.',
  [CredentialCode.Malformed]: 'The Authorization header can not be read.',
  [CredentialCode.Invalid]: 'The credentials are not valid.',
  [CredentialCode.Stale]: 'The timestamp is more than five minutes from the time of the service.',
  [CredentialCode.Replayed]: 'The signature has been used before.',
  [CredentialCode.Expired]: 'The access token is not valid at this time.',
};

/** The 401 of a code. Never repeats anything of the credentials. */
export function unauthenticated(errorCode: Code): Problem {
  return { type: 'UNAUTHENTICATED', errorCode, message: MESSAGES[errorCode] };
}

/** The keys of an issuer of tokens can't be read at present: HTTP 503. */
export class IssuerUnavailableError extends NamedError {}

/** Where people sign in, and as which client; made by the service. Undefined if they paste a token. */
export const ISSUER:
  | {
      readonly issuer: string;
      readonly audience: string;
      readonly clientId: string;
      readonly scope: string;
    }
  | undefined;

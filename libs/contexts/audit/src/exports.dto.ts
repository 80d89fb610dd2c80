import {
  Code,
  Identifier,
  Int,
  IsoTimestamp,
  ListOf,
  PeriodBound,
  Text,
} from '#libs/platform/http';
import { FieldCode, fieldProblem, type Problem, problemsOf } from '#libs/platform/kernel';

/** Query of an export: one account, member or firm, or the whole log; optionally of a period. */
export class ExportQuery {
  @Identifier('Account number', { example: 'RA1B2C3D4E' })
  account?: string;

  @Identifier('Login id of a member', { example: 'jane.doe' })
  member?: string;

  @Identifier('Firm id', { example: '1000000001' })
  firm?: string;

  @PeriodBound('from', 'From this moment, inclusive')
  from?: string;

  @PeriodBound('to', 'Up to this moment, exclusive')
  to?: string;
}

/** Problems of the subject and period of an export or of the ledger of sensitive reads. */
export function scopeProblems({ account, member, firm, from, to }: ExportQuery): Problem[] {
  const things = [account, member, firm].filter((one) => one !== undefined);
  const onlyOne = 'Only one of account, member and firm is accepted.';
  const backwards = 'The period ends before it begins.';
  return problemsOf(
    things.length > 1 && fieldProblem('account', FieldCode.Value, onlyOne),
    from !== undefined &&
      to !== undefined &&
      from >= to &&
      fieldProblem('to', FieldCode.Value, backwards),
  );
}

const HASH = 'b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184';

const KEY_ID = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k';

/** A signed daily root. */
export class RootResponse {
  @Text('yyyy-MM-dd, UTC', { example: '2026-03-02' })
  day!: string;

  @Text('Merkle root over the ends of all streams', { example: HASH })
  root!: string;

  @Int('Number of streams', { min: 0 })
  streams!: number;

  @Text('Position of the newest included event', { example: '4711' })
  position!: string;

  @Text('Root of the previous day', { nullable: true, example: HASH })
  previous!: string | null;

  @Text('Id of the signing key, see /.well-known/audit-keys.json', { example: KEY_ID })
  keyId!: string;

  @Text('Ed25519, base64url', {
    example:
      '2aPwkZ4yWPVtQw8mrLZzBqMsnCDLBpBsAvNP1lYpV9TnHzI0BkGgXn8mQ5vX8Zc4hVbQ0mVn3x6tKk0o7uSoBA',
  })
  signature!: string;
}

/** A public key as a JSON Web Key. */
class PublicKeyResponse {
  @Code(['OKP'], 'Key type')
  kty!: string;

  @Code(['Ed25519'], 'Curve')
  crv!: string;

  @Text('Public key, base64url', { example: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' })
  x!: string;

  @Text('Thumbprint (RFC 7638)', { example: KEY_ID })
  kid!: string;

  @IsoTimestamp('When it was replaced; null for the current key', { nullable: true })
  retiredAt!: string | null;
}

/** A set of JSON Web Keys. */
export class PublicKeysResponse {
  @ListOf(() => PublicKeyResponse, 'The current key, then earlier ones, newest first')
  keys!: readonly PublicKeyResponse[];
}

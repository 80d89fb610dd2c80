import { Code, Identifier, Int, IsoTimestamp, ListOf, Text } from '#libs/platform/http';

/** Query of an export: an account, a member or a firm, or the whole log; of a period where one is given. */
export class ExportQuery {
  @Identifier({ description: 'Account number' })
  account?: string;

  @Identifier({ description: 'Login id of a member' })
  member?: string;

  @Identifier({ description: 'Firm id' })
  firm?: string;

  @IsoTimestamp({ description: 'From this moment on' })
  from?: string;

  @IsoTimestamp({ description: 'Before this moment' })
  to?: string;
}

/** Query of the daily roots. */
export class RootsQuery {
  @Int({ min: 1, max: 1000, description: 'Days at most, the newest first; default 31' })
  limit?: number;

  @Text({ description: 'Where to go on: from the Link header of the page before' })
  cursor?: string;
}

/** A daily root, signed. */
export class RootAnswer {
  @Text({ description: 'yyyy-MM-dd, UTC' })
  day!: string;

  @Text({ description: 'Root of the Merkle tree over the heads of all streams' })
  root!: string;

  @Int({ min: 0, description: 'Number of streams it is made over' })
  streams!: number;

  @Text({ description: 'Position of the newest event it includes' })
  position!: string;

  @Text({ nullable: true, description: 'Root of the day before' })
  previous!: string | null;

  @Text({ description: 'Key it is signed with, as /.well-known has it' })
  keyId!: string;

  @Text({ description: 'Ed25519, base64url' })
  signature!: string;
}

/** A public key as a JSON Web Key. */
export class PublicKeyAnswer {
  @Code(['OKP'], { description: 'Kind of the key' })
  kty!: string;

  @Code(['Ed25519'], { description: 'Curve of the key' })
  crv!: string;

  @Text({ description: 'The key, base64url' })
  x!: string;

  @Text({ description: 'Thumbprint (RFC 7638)' })
  kid!: string;

  @IsoTimestamp({
    nullable: true,
    description: 'Since when it signs nothing any more; null: the present key',
  })
  retiredAt!: string | null;
}

/** A set of JSON Web Keys. */
export class PublicKeysAnswer {
  @ListOf(() => PublicKeyAnswer, {
    description: 'The present key, then earlier ones, the newest first',
  })
  keys!: readonly PublicKeyAnswer[];
}

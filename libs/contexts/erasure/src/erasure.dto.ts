import {
  Bool,
  Code,
  Identifier,
  IsoTimestamp,
  ListOfText,
  ObjectOf,
  Text,
} from '#libs/platform/http';

/** Body of an erasure. */
export class EraseDto {
  @Text('Why, or on what legal basis; kept permanently. No personal data', {
    max: 200,
    printable: 'line',
    trim: true,
    example: 'Request under Art. 17 GDPR, ticket 4711',
  })
  reason?: string;
}

/** Evidence of an erasure. */
class ErasureCertificate {
  @Identifier('Id of the event that erased the person', {
    example: '5f0e9f7c-0001-5000-8000-000000000001',
  })
  erasureId!: string;

  @IsoTimestamp('When the person was erased')
  erasedAt!: string;

  @Text('Who requested it', { example: 'operator' })
  erasedBy!: string;

  @Text('Why, or on what legal basis; null if none was given', {
    nullable: true,
    example: 'Request under Art. 17 GDPR, ticket 4711',
  })
  reason!: string | null;

  @Text('Name of the key that was destroyed', { example: 'member:jane.doe' })
  keyId!: string;

  @Text('SHA-256 fingerprint of the key; null if the person had none', {
    nullable: true,
    example: 'b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184',
  })
  keyFingerprint!: string | null;

  @Bool('Whether the data is confirmed to be gone everywhere')
  certified!: boolean;

  @IsoTimestamp('When it was certified; null until then', { nullable: true })
  certifiedAt!: string | null;

  @Text('Hash of the event that erased the person, as in the hash chain; null until certified', {
    nullable: true,
    example: 'b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184',
  })
  erasureHash!: string | null;
}

/** Erasure status of a member or trustee. */
export class ErasureResponse {
  @Text('Login id of the person', { example: 'jane.doe' })
  loginId!: string;

  @Code(
    ['held', 'erasable', 'erasing', 'erased'],
    'Whether the data can be or has been erased; `erasing`: the key is destroyed, and read models are being blanked',
  )
  status!: string;

  @IsoTimestamp('End of the retention hold')
  heldUntil!: string;

  @ListOfText('Accounts that hold securities, at most ten', { example: ['RA1B2C3D4E'] })
  accountsWithPositions!: readonly string[];

  @ListOfText('Accounts with pending or repeating cash transactions, at most ten', {
    example: ['RA1B2C3D4E'],
  })
  accountsWithTransactions!: readonly string[];

  @ObjectOf(() => ErasureCertificate, 'The certificate; null unless erased', { nullable: true })
  erasure!: ErasureCertificate | null;

  @ListOfText('While erasing: read model collections still to be blanked', {
    example: ['members_member_v1_g1'],
  })
  waitingFor!: readonly string[];
}

export class ErasedPerson extends ErasureCertificate {
  @Text('Login id of the person', { example: 'jane.doe' })
  loginId!: string;
}

import { Bool, Int, Text } from '#libs/platform/http';

const FINGERPRINT = { example: 'b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184' };

/** The master keys of the responding process, and the number of keys under each. */
export class MasterKeyResponse {
  @Text('SHA-256 fingerprint of the key that encrypts', FINGERPRINT)
  fingerprint!: string;

  @Text('Fingerprint of the key that only decrypts; null if there is one master key', {
    ...FINGERPRINT,
    nullable: true,
  })
  otherFingerprint!: string | null;

  @Bool('Whether the service generated it and keeps it in DATA_DIR')
  generated!: boolean;

  @Int('Keys under the one that encrypts')
  keys!: number;

  @Int('Keys under the one that only decrypts')
  otherKeys!: number;

  @Int('Keys that were destroyed')
  erasedKeys!: number;

  @Int('Keys that neither master key decrypts: damaged, or under a third one')
  unopenedKeys!: number;
}

export class ReplaceMasterKeyDto {
  @Text('Fingerprint of the master key to be replaced; defaults to the earlier one', FINGERPRINT)
  from?: string;
}

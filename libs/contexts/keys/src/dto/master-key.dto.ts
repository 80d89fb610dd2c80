import { Bool, Int, Text } from '#libs/platform/http';

const FINGERPRINT = {
  example: 'b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184',
};

/** The master keys of the process that answers, and what is under each. */
export class MasterKeyAnswer {
  @Text({ ...FINGERPRINT, description: 'SHA-256 that only the master key has that wraps' })
  fingerprint?: string;

  @Text({
    ...FINGERPRINT,
    description: 'The same of the one that opens only; null where there is one master key',
    answered: 'orNull',
  })
  otherFingerprint?: string;

  @Bool({ description: 'The service has made it itself and keeps it in DATA_DIR' })
  generated?: boolean;

  @Int({ description: 'Keys under the one that wraps' })
  keys?: number;

  @Int({ description: 'Keys under the one that opens only' })
  otherKeys?: number;

  @Int({ description: 'Keys that were destroyed' })
  erasedKeys?: number;

  @Int({ description: 'Keys that neither opens: damaged, or of a third master key' })
  unopenedKeys?: number;
}

/** Body of a request to replace the master key. */
export class ReplaceMasterKeyDto {
  @Text({
    ...FINGERPRINT,
    description: 'Fingerprint of the master key to be replaced; default: whichever is the earlier',
  })
  from?: string;
}

import { Text } from '#libs/platform/http';
import type { Sent } from '../domain/index.js';

const leaf = { min: 0, nullable: true } as const;

/** A postal address (specification, "Member"). The domain says which leaves an address needs. */
export class AddressDto {
  @Text({ ...leaf, example: '101 Howard Ln' })
  line1?: Sent<string>;

  @Text(leaf)
  line2?: Sent<string>;

  @Text({ ...leaf, example: 'Atlanta' })
  city?: Sent<string>;

  @Text({ ...leaf, description: 'Two letters in the US', example: 'GA' })
  state?: Sent<string>;

  @Text({ ...leaf, example: '30301' })
  zipcode?: Sent<string>;

  @Text({ ...leaf, description: 'US when missing', example: 'US' })
  country?: Sent<string>;
}

/** An address with a third line: where checks are sent. */
export class DepositAddressDto extends AddressDto {
  @Text(leaf)
  line3?: Sent<string>;
}

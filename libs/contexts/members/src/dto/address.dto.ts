import { Text } from '#libs/platform/http';
import type { SentValue } from '../domain/index.js';

const leaf = { min: 0, nullable: true } as const;

/** A postal address ([member.addresses]). The domain says which leaves an address needs. */
export class AddressDto {
  @Text({
    ...leaf,
    example: '101 Howard Ln',
    description: 'First line of the street address',
    answered: 'always',
  })
  line1?: SentValue<string>;

  @Text({ ...leaf, description: 'Second line', example: 'Floor 9', answered: 'maybe' })
  line2?: SentValue<string>;

  @Text({ ...leaf, example: 'Atlanta', description: 'City', answered: 'always' })
  city?: SentValue<string>;

  @Text({ ...leaf, description: 'Two letters in the US', example: 'GA', answered: 'maybe' })
  state?: SentValue<string>;

  @Text({ ...leaf, description: 'ZIP code', example: '30301', answered: 'maybe' })
  zipcode?: SentValue<string>;

  @Text({ ...leaf, description: 'US when missing', example: 'US', answered: 'always' })
  country?: SentValue<string>;
}

/** An address with a third line: where checks are sent. */
export class DepositAddressDto extends AddressDto {
  @Text({ ...leaf, description: 'Third line', example: 'Dock 4', answered: 'maybe' })
  line3?: SentValue<string>;
}

/** Field names of texts in requests that aren't personal or aren't erased; docs/decisions/0014 says why. */
const STAYS = [
  // ids, and login ids
  /(?:^|[a-z])(?:oid|id)$/i,
  /^(?:accountNumber|folioNumber|identifierValue|cusip|apiKey)$/,
  /^(?:primaryAccountOwner|jointOwners|trustees|firmRep)$/,
  // codes
  /^(?:branchCode|repCode|partnerCode|membershipType|op|status|billingPeriodValue)$/,
  /^(?:residenceCountry|withholdingCountry|directorOrTenPercentShareholderCompany)$/,
  /^(?:stateReasonCode|costBasisIndicator|statementTrail|transCode)$/,
  /^(?:categoryName|subCategoryName|transactionCode|transactionType)$/,
  // securities, and what issuers ask
  /^(?:ticker|benchmark|symbolName|issuer|activity|introText|companyWebsite|financialReport)$/,
  /^(?:proxyStatement|dutchAuction|exchangeOffer|mergerElection|purchaseOffer|rightsOffer)$/,
  /^(?:tenderOffer|warrentsOffer|fileLocation|question|managementSuggestion|choice)$/,
  // firms, their plans, models, offers and webhooks
  /^(?:name|description|payableTo|line3|eligibleFirms|data|mediaType)$/,
  /^firm(?:Name|Email[12]|Telephone[12])$/,
  /^(?:url|cursor|from|eventType|reason|sequence)$/,
  // how far a sandbox's clock goes, and what a report is about
  /^(?:by|path)$/,
];

/** Sealed, but not identifying. */
const COMMON = ['dateOfBirth', 'dependentCount', 'state', 'zipcode', 'country'];

type Schema = Readonly<Record<string, unknown>>;

/** An operation of the API description. */
interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
}

/** The parts of the API description used here. */
export interface Bodies {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Names of free-text fields of requests that are neither among those given nor known to stay. */
export function unknownTexts(api: Bodies, given: readonly string[]): readonly string[] {
  const known = new Set([...given.flatMap((field) => field.split(/[ .]/)), ...COMMON]);
  const found = new Set<string>();
  for (const [path, operations] of Object.entries(api.paths)) {
    if (path.startsWith('/operator/')) continue;
    for (const { requestBody } of Object.values(operations)) {
      for (const { schema } of Object.values(requestBody?.content ?? {})) {
        for (const name of textsOf(schema, '', api)) found.add(name);
      }
    }
  }
  return [...found].filter(
    (name) => name !== '' && !known.has(name) && !STAYS.some((some) => some.test(name)),
  );
}

/** Names of the free-text fields below a schema: no codes, numbers or times. */
function* textsOf(of: Schema, name: string, api: Bodies): Generator<string> {
  const schema = resolved(of, api);
  for (const parts of ['allOf', 'oneOf', 'anyOf']) {
    for (const part of (schema[parts] as Schema[] | undefined) ?? []) {
      yield* textsOf(part, name, api);
    }
  }
  const { properties, items, type } = schema;
  for (const [below, part] of Object.entries((properties ?? {}) as Record<string, Schema>)) {
    yield* textsOf(part, below, api);
  }
  if (items !== undefined) yield* textsOf(items as Schema, name, api);
  const restricted = ['enum', 'format', 'pattern', 'const'].some((word) => word in schema);
  if ([type].flat().includes('string') && !restricted) yield name;
}

function resolved(schema: Schema, api: Bodies): Schema {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  const steps = $ref.slice(2).split('/');
  const found = steps.reduce<unknown>((at, step) => (at as Schema)[step], api);
  return resolved(found as Schema, api);
}

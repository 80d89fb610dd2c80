export {
  type Address,
  type ApiClient,
  type ClientEvent,
  clientDecider,
  type FirmDefined,
  type FirmEvent,
  type FirmState,
  firmDecider,
  type Member,
  type MemberEvent,
  memberDecider,
  type TenPercentHoldingsChanged,
  type TrusteeEvent,
  trusteeDecider,
} from './domain/index.js';
export { endingOf, heldOpen } from './domain/member.js';
export { memberRules } from './domain/member-rules.js';
export { IdentityResultDto } from './http/index.js';
export * from './read-models/index.js';
export * from './identity-provider.js';
export * from './acting-persons.js';
export { TaxIds, type Unseal } from './access.js';
export * from './member.registry.js';
export * from './directories.js';
export * from './members.module.js';
export { ACCOUNT_OWNER } from './held-login-id.js';

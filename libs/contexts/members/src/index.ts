export {
  type Address,
  type AddressInput,
  type ApiClient,
  type ClientEvent,
  type ClientState,
  clientDecider,
  type CorporateFirm,
  effectiveEntitlements,
  type Entitlement,
  Entitlements,
  type FirmEvent,
  type FirmState,
  firmDecider,
  type InstitutionalFirm,
  type Member,
  type MemberEvent,
  type MemberState,
  memberDecider,
  mergeProblems,
  type TenPercentHoldingsChanged,
  type TrusteeEvent,
  type TrusteeState,
  trusteeDecider,
} from './domain/index.js';
export * from './documents/index.js';
export * from './identity/index.js';
export * from './acting-persons.js';
export * from './member.registry.js';
export * from './directories.js';
export * from './members.context.js';
export { ACCOUNT_OWNER } from './commands/index.js';

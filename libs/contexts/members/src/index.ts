export { clientDecider } from './client.js';
export { clientDocuments, firmDocuments } from './firm.document.js';
export { firmDecider, type FirmState } from './firm.js';
export { ACCOUNT_OWNER } from './login-ids.facts.js';
export { type MemberDocument, memberDocuments, trusteeDocuments } from './member.document.js';
export { IdentityResultDto } from './member.dto.js';
export {
  type ClientEvent,
  type FirmDefined,
  type FirmEvent,
  type MemberEvent,
  memberEvents,
  type TrusteeEvent,
} from './member.events.js';
export { ActingPersons, firmOf, memberDirectories } from './member.facts.js';
export { TaxIds, type Unseal } from './member.guard.js';
export { endingOf, heldOpen, memberDecider } from './member.js';
export { MembersModule } from './members.module.js';
export { memberRules } from './person.js';
export { trusteeDecider } from './trustee.js';

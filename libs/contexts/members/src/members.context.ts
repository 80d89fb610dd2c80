import { defineContext } from '#libs/platform/service';
import { LoginIds } from './login-ids.js';
import { Representation } from './representation.js';
import { clientDocuments } from './read-models/client.document.js';
import { firmDocuments } from './read-models/firm.document.js';
import { memberDocuments } from './read-models/member.document.js';
import { trusteeDocuments } from './read-models/trustee.document.js';
import { clientEvents, firmEvents, memberEvents, trusteeEvents } from './member.registry.js';
import { MembersModule } from './members.module.js';
import { SubmitIdentityCheck } from './reactions/submit-identity-check.js';

/** Members, firms, trustees and API clients: who there is, and which advisor firm they belong to. */
export const members = defineContext({
  name: 'members',
  events: [memberEvents, trusteeEvents, firmEvents, clientEvents],
  projections: [memberDocuments, trusteeDocuments, firmDocuments, clientDocuments],
  module: MembersModule,
  reactions: [SubmitIdentityCheck],
  reservationOwners: [LoginIds, Representation],
});

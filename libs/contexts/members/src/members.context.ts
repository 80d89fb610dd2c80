import { defineContext } from '#libs/platform/service';
import { LoginIds, Representation } from './commands/index.js';
import { clientDocuments } from './documents/client.document.js';
import { firmDocuments } from './documents/firm.document.js';
import { memberDocuments } from './documents/member.document.js';
import { trusteeDocuments } from './documents/trustee.document.js';
import { clientEvents, firmEvents, memberEvents, trusteeEvents } from './member.registry.js';
import { MembersModule } from './members.module.js';
import { SubmitIdentityCheck } from './submit-identity-check.js';

/** Members, firms, trustees and API clients: who there is, and which advisor firm they belong to. */
export const members = defineContext({
  name: 'members',
  events: [memberEvents, trusteeEvents, firmEvents, clientEvents],
  projections: [memberDocuments, trusteeDocuments, firmDocuments, clientDocuments],
  module: MembersModule,
  reactions: [SubmitIdentityCheck],
  reservationOwners: [LoginIds, Representation],
});

import { Module } from '@nestjs/common';
import { EventSourcingModule } from '#libs/platform/service';
import { OwnProfiles, TaxIds } from './access.js';
import { ActingPersons } from './acting-persons.js';
import { ClientListController, ClientsController } from './http/clients.controller.js';
import { FirmsController } from './http/firms.controller.js';
import { MembersController } from './http/members.controller.js';
import { TrusteesController } from './http/trustees.controller.js';
import { VerificationsController } from './http/verifications.controller.js';
import { IdentityProvider, SandboxIdentityProvider } from './identity-provider.js';
import { LoginIds, Representation } from './held-login-id.js';
import { clientEvents, firmEvents, memberEvents, trusteeEvents } from './member.registry.js';
import { SubmitIdentityCheck } from './reactions/submit-identity-check.js';
import { clientDocuments } from './read-models/client.document.js';
import { firmDocuments } from './read-models/firm.document.js';
import { memberDocuments } from './read-models/member.document.js';
import { trusteeDocuments } from './read-models/trustee.document.js';
import { CreateFirmHandler } from './use-cases/create-firm.js';
import { CreateMemberHandler } from './use-cases/create-member.js';
import { CreateTrusteeHandler } from './use-cases/create-trustee.js';
import { ChangeClientHandler } from './use-cases/change-client.js';
import { DefineFirmHandler } from './use-cases/define-firm.js';
import { ChangeMemberHandler } from './use-cases/change-member.js';

/** Members, firms, trustees and API clients. */
@Module({
  imports: [
    EventSourcingModule.forFeature({
      events: [memberEvents, trusteeEvents, firmEvents, clientEvents],
      projections: [memberDocuments, trusteeDocuments, firmDocuments, clientDocuments],
    }),
  ],
  controllers: [
    MembersController,
    VerificationsController,
    TrusteesController,
    FirmsController,
    ClientsController,
    ClientListController,
  ],
  providers: [
    CreateFirmHandler,
    CreateMemberHandler,
    CreateTrusteeHandler,
    ChangeClientHandler,
    DefineFirmHandler,
    ChangeMemberHandler,
    ActingPersons,
    OwnProfiles,
    TaxIds,
    { provide: IdentityProvider, useClass: SandboxIdentityProvider },
    SubmitIdentityCheck,
    LoginIds,
    Representation,
  ],
  exports: [ActingPersons, TaxIds],
})
export class MembersModule {}

import { Module } from '@nestjs/common';
import { EventSourcingModule } from '#libs/platform/service';
import { OwnProfiles, TaxIds } from './member.guard.js';
import { ActingPersons } from './member.facts.js';
import { OperatorClientsController, ClientsController } from './clients.controller.js';
import { FirmsController } from './firms.controller.js';
import { MembersController, VerificationsController } from './members.controller.js';
import { TrusteesController } from './trustees.controller.js';
import { IdentityProvider, SandboxIdentityProvider } from './identity.ports.js';
import { LoginIds, Representation } from './login-ids.facts.js';
import { clientEvents, firmEvents, memberEvents, trusteeEvents } from './member.events.js';
import { SubmitIdentityCheck } from './member.reactions.js';
import { clientDocuments, firmDocuments } from './firm.document.js';
import { memberDocuments, trusteeDocuments } from './member.document.js';
import { ChangeClientHandler, CreateFirmHandler, DefineFirmHandler } from './firm.handlers.js';
import { CreateMemberHandler, CreateTrusteeHandler } from './member.handlers.js';

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
    OperatorClientsController,
  ],
  providers: [
    CreateFirmHandler,
    CreateMemberHandler,
    CreateTrusteeHandler,
    ChangeClientHandler,
    DefineFirmHandler,
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

import { Global, Module } from '@nestjs/common';
import { OwnProfiles, TaxIds } from './access.js';
import { ActingPersons } from './acting-persons.js';
import {
  CreateFirmHandler,
  CreateMemberHandler,
  CreateTrusteeHandler,
  DefineClientHandler,
  LoginIds,
  Representation,
} from './commands/index.js';
import { ClientListController } from './controllers/client-list.controller.js';
import { ClientsController } from './controllers/clients.controller.js';
import { FirmsController } from './controllers/firms.controller.js';
import { MembersController } from './controllers/members.controller.js';
import { TrusteesController } from './controllers/trustees.controller.js';
import { VerificationsController } from './controllers/verifications.controller.js';
import { IdentityProvider, SandboxIdentityProvider } from './identity/index.js';
import { SubmitIdentityCheck } from './submit-identity-check.js';

/** Members, firms, trustees and API clients. Global, so that every context can tell a person from the API client. */
@Global()
@Module({
  controllers: [
    MembersController,
    VerificationsController,
    TrusteesController,
    FirmsController,
    ClientsController,
    ClientListController,
  ],
  providers: [
    ActingPersons,
    OwnProfiles,
    TaxIds,
    LoginIds,
    Representation,
    CreateMemberHandler,
    CreateTrusteeHandler,
    CreateFirmHandler,
    DefineClientHandler,
    SubmitIdentityCheck,
    { provide: IdentityProvider, useClass: SandboxIdentityProvider },
  ],
  exports: [ActingPersons],
})
export class MembersModule {}

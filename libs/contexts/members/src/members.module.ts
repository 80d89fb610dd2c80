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
} from './use-cases/index.js';
import { ClientListController } from './http/client-list.controller.js';
import { ClientsController } from './http/clients.controller.js';
import { FirmsController } from './http/firms.controller.js';
import { MembersController } from './http/members.controller.js';
import { TrusteesController } from './http/trustees.controller.js';
import { VerificationsController } from './http/verifications.controller.js';
import { IdentityProvider, SandboxIdentityProvider } from './identity/index.js';
import { SubmitIdentityCheck } from './reactions/submit-identity-check.js';

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

import { Global, Module } from '@nestjs/common';
import { OwnProfiles, TaxIds } from './access.js';
import { ActingPersons } from './acting-persons.js';
import { ClientListController } from './http/client-list.controller.js';
import { ClientsController } from './http/clients.controller.js';
import { FirmsController } from './http/firms.controller.js';
import { MembersController } from './http/members.controller.js';
import { TrusteesController } from './http/trustees.controller.js';
import { VerificationsController } from './http/verifications.controller.js';
import { IdentityProvider, SandboxIdentityProvider } from './identity/index.js';
import { LoginIds } from './login-ids.js';
import { SubmitIdentityCheck } from './reactions/submit-identity-check.js';
import { Representation } from './representation.js';
import { CreateFirmHandler } from './use-cases/create-firm.js';
import { CreateMemberHandler } from './use-cases/create-member.js';
import { CreateTrusteeHandler } from './use-cases/create-trustee.js';
import { DefineClientHandler } from './use-cases/define-client.js';
import { DefineFirmHandler } from './use-cases/define-firm.js';
import { RecordIdentityResultHandler } from './use-cases/record-identity-result.js';
import { RepeatIdentityCheckHandler } from './use-cases/repeat-identity-check.js';
import { ReplaceClientSecretHandler } from './use-cases/replace-client-secret.js';
import { RevokeClientHandler } from './use-cases/revoke-client.js';
import { UpdateMemberHandler } from './use-cases/update-member.js';

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
    CreateFirmHandler,
    CreateMemberHandler,
    CreateTrusteeHandler,
    DefineClientHandler,
    DefineFirmHandler,
    RecordIdentityResultHandler,
    RepeatIdentityCheckHandler,
    ReplaceClientSecretHandler,
    RevokeClientHandler,
    UpdateMemberHandler,
    SubmitIdentityCheck,
    { provide: IdentityProvider, useClass: SandboxIdentityProvider },
  ],
  exports: [ActingPersons],
})
export class MembersModule {}

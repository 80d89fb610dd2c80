import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  Response,
  Context,
  Describes,
  Fields,
  FieldsOf,
  LargeBody,
  listAnswer,
  PageQuery,
  pagesOf,
  type RequestContext,
  resourcePath,
} from '#libs/platform/http';
import { type AccountView, OnAccount, TheAccount, TheAccountDocument } from '../account-access.js';
import { signerProblem } from '../domain/signing.js';
import { type AccountDocument, toSignatureResponse } from '../read-models/account.document.js';
import { SignatureResponse, SignatureBody } from './access.dto.js';
import { readDocument } from '../signature-document.js';
import { SignAgreementCommand } from '../use-cases/sign-agreement.js';
import { accountRules } from '../domain/account-rules.js';

/** The customer agreement of an account ([signature.response]). */
@Controller('restapi/accounts/:accountnumber/customeragreement')
export class AgreementController {
  constructor(private readonly commands: CommandBus) {}

  /** [signature.response] */
  @Post()
  @OnAccount('sign')
  @LargeBody()
  @Describes('Submit a customer signature', {
    request: {
      loginId: 'jane.doe',
      signatureMethod: 'SIGNATURE_IMAGE',
      signatureImageEncoding: 'SVG',
      signatureData:
        'PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciPjxwYXRoIGQ9Ik0wIDAgTDkgOSIvPjwvc3ZnPg==',
    },
    status: 200,
    errors: accountRules.of('null.signature.method'),
  })
  async sign(
    @Context() context: RequestContext,
    @TheAccount() account: AccountView,
    @Body(FieldsOf(SignatureBody)) body: Fields<SignatureBody>,
  ) {
    // problems of the document and the signer are reported together with those of the fields
    const sent: Partial<SignatureBody> = body.value;
    const document = sent.signatureData === undefined ? undefined : readDocument(sent);
    const stranger = sent.loginId === undefined ? undefined : signerProblem(account, sent.loginId);
    const wrong = Buffer.isBuffer(document) ? undefined : document;
    const { loginId, signatureMethod: method, ...rest } = body.with(wrong, stranger);
    const { signatureImageEncoding: encoding, w9Withhold } = rest;
    const signature = {
      loginId,
      method,
      ...(method === 'SIGNATURE_IMAGE' && encoding !== undefined && { encoding }),
      ...(w9Withhold !== undefined && { w9Withhold }),
    };
    const { caller } = context;
    const payload = { account, signature, document: document as Buffer, caller };
    const outcome = await this.commands.execute(new SignAgreementCommand(payload, context));
    return Response.updated(outcome, {
      path: resourcePath`/restapi/accounts/${account.accountNumber}/customeragreement`,
    });
  }

  /** The newest signature of each signer, without the documents (own). */
  @Get()
  @OnAccount('details')
  @Describes('Get the signatures on the customer agreement', {
    shape: SignatureResponse,
    list: true,
  })
  list(@TheAccountDocument() { signatures, revision }: AccountDocument, @Query() query: PageQuery) {
    const page = pagesOf(signatures, ({ loginId }) => loginId);
    return listAnswer(query, { page, show: toSignatureResponse }, { revision });
  }
}

import { Controller, Get, Inject, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  Answer,
  type Body,
  Context,
  Describes,
  LargeBody,
  LenientBody,
  LenientQuery,
  listAnswer,
  PageQuery,
  pagesOf,
  ProblemsException,
  RefusedException,
  type RequestContext,
  requireValid,
  resourcePath,
  throwIfProblems,
} from '#libs/platform/http';
import { FieldCode, fieldProblem, personKeyId, type Problem } from '#libs/platform/kernel';
import {
  type DocumentVault,
  type StoredDocument,
  SubjectErasedError,
} from '#libs/platform/runtime';
import { carryOut, VAULT } from '#libs/platform/service';
import { type AccountView, OnAccount, TheAccount } from '../account-access.js';
import { account } from '../domain/account.js';
import { signerProblem, submissionRefusal } from '../domain/signing.js';
import { toSignatureBody } from '../read-models/account.body.js';
import type { AccountDocument } from '../read-models/account.model.js';
import { SignatureAnswer } from './answers.dto.js';
import { SignatureBody, signatureProblems } from './signature.dto.js';
import { People } from '../people.js';
import { readDocument } from '../signature-document.js';
import { accountRules } from '../domain/account-rules.js';

/** The customer agreement of an account ([signature.response]). */
@Controller('restapi/accounts/:accountnumber/customeragreement')
export class AgreementController {
  constructor(
    private readonly commands: CommandBus,
    private readonly people: People,
    @Inject(VAULT) private readonly vault: DocumentVault,
  ) {}

  /** [signature.response]: the document is in the vault before the event that names it. */
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
    @TheAccount() view: AccountView,
    @LenientBody(SignatureBody) body: Body<SignatureBody>,
  ): Promise<Answer> {
    const { accountNumber } = view;
    const { loginId, method, encoding, w9Withhold, bytes } = checked(body, view);
    const { caller } = context;
    const speaksForSigner = await this.people.speaksFor(caller, loginId);
    const barred = submissionRefusal(view, caller, loginId, speaksForSigner);
    if (barred) throw new RefusedException(barred);
    const stored = await this.#store(loginId, bytes);
    const command = {
      type: 'SignAgreement',
      caller,
      facts: { speaksForSigner },
      signature: {
        loginId,
        method,
        ...(encoding !== undefined && { encoding }),
        documentKey: stored.key,
        sha256: stored.sha256,
        ...(w9Withhold !== undefined && { w9Withhold }),
      },
    } as const;
    const outcome = await carryOut(this.commands, context, account, accountNumber, command);
    return Answer.updated(outcome, {
      path: resourcePath`/restapi/accounts/${accountNumber}/customeragreement`,
    });
  }

  async #store(loginId: string, bytes: Buffer): Promise<StoredDocument> {
    try {
      return await this.vault.put(bytes, { subject: personKeyId(loginId) });
    } catch (error) {
      if (!(error instanceof SubjectErasedError)) throw error;
      const message = 'The data of the member have been erased.';
      throw new ProblemsException(400, [fieldProblem('loginId', FieldCode.Value, message)]);
    }
  }

  /** The signatures so far, newest per signer, without the documents (own). */
  @Get()
  @OnAccount('details')
  @Describes('Get the signatures on the customer agreement', {
    shape: SignatureAnswer,
    list: true,
  })
  list(
    @TheAccount() { signatures, revision }: AccountDocument,
    @LenientQuery(PageQuery) query: Body<PageQuery>,
  ): Promise<Answer> {
    const page = pagesOf(signatures, ({ loginId }) => loginId);
    return listAnswer(requireValid(query), { page, show: toSignatureBody }, { revision });
  }
}

interface CheckedSignature {
  readonly loginId: string;
  readonly method: NonNullable<SignatureBody['signatureMethod']>;
  readonly encoding: SignatureBody['signatureImageEncoding'];
  readonly w9Withhold: boolean | undefined;
  readonly bytes: Buffer;
}

/** The signature, or every problem of it at once: shape, document, signer. Ends the request with HTTP 400. */
function checked(body: Body<SignatureBody>, view: AccountView): CheckedSignature {
  const { loginId, signatureData, signatureMethod, signatureImageEncoding, w9Withhold } =
    body.value;
  const problems: Problem[] = [...signatureProblems(body)];
  const stranger = loginId === undefined ? undefined : signerProblem(view, loginId);
  if (stranger) problems.push(stranger);
  const isImage = signatureMethod === 'SIGNATURE_IMAGE';
  const encoding = isImage ? signatureImageEncoding : undefined;
  const document =
    signatureData === undefined
      ? undefined
      : readDocument({
          signatureData,
          signatureMethod,
          signatureImageEncoding: encoding,
        });
  if (document !== undefined && !Buffer.isBuffer(document)) problems.push(document);
  throwIfProblems(problems);
  if (loginId === undefined || signatureMethod === undefined || !Buffer.isBuffer(document)) {
    throw new Error('a signature without its required fields passed');
  }
  return { loginId, method: signatureMethod, encoding, w9Withhold, bytes: document };
}

import { Bool, Code, Identifier, type Read, Text } from '#libs/platform/http';
import {
  FieldCode,
  fieldProblem,
  type Problem,
  type SignatureImageEncoding,
  SignatureImageEncodings,
  type SignatureMethod,
  SignatureMethods,
} from '#libs/platform/kernel';

/** Body of a signature ([signature.body]). */
export class SignatureBody {
  @Identifier({ required: true, description: 'Login id of the member', example: 'jane.doe' })
  loginId?: string;

  @Text({
    required: true,
    description: 'Base64; at most 8 MiB when decoded',
    example:
      'PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciPjxwYXRoIGQ9Ik0wIDAgTDkgOSIvPjwvc3ZnPg==',
  })
  signatureData?: string;

  @Code(SignatureMethods, {
    required: true,
    description: 'What was signed: a document or an image',
    example: 'SIGNATURE_IMAGE',
  })
  signatureMethod?: SignatureMethod;

  @Code(SignatureImageEncodings, { description: 'With SIGNATURE_IMAGE only' })
  signatureImageEncoding?: SignatureImageEncoding;

  @Bool({ description: 'Subject to backup withholding' })
  w9Withhold?: boolean;
}

/**
 * All problems of a signature's shape: a missing method is `null.signature.method`, the one exception from the generic codes
 * ([signature.signatureMethod]); an image needs its encoding. What the data hold is not looked at here.
 */
export function signatureProblems({ value, problems }: Read<SignatureBody>): readonly Problem[] {
  const named = problems.map((problem) =>
    problem.field === 'signatureMethod' && problem.errorCode === FieldCode.Required
      ? {
          ...problem,
          errorCode: 'null.signature.method',
          message: 'The signature method is missing',
        }
      : problem,
  );
  const isImage = value.signatureMethod === 'SIGNATURE_IMAGE';
  const hasEncoding =
    value.signatureImageEncoding !== undefined ||
    problems.some(({ field }) => field === 'signatureImageEncoding');
  return isImage && !hasEncoding
    ? [...named, fieldProblem('signatureImageEncoding', FieldCode.Required)]
    : named;
}

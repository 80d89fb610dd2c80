import { Bool, Code, Identifier, Text } from '#libs/platform/http';
import {
  type SignatureImageEncoding,
  SignatureImageEncodings,
  type SignatureMethod,
  SignatureMethods,
} from '#libs/platform/kernel';

/** Body of a signature ([signature.body]). */
export class SignatureBody {
  @Identifier({ required: true, description: 'Login id of the member', example: 'jane.doe' })
  loginId!: string;

  @Text({
    required: true,
    description: 'Base64; at most 8 MiB when decoded',
    example:
      'PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciPjxwYXRoIGQ9Ik0wIDAgTDkgOSIvPjwvc3ZnPg==',
  })
  signatureData!: string;

  @Code(SignatureMethods, {
    required: true,
    missing: 'null.signature.method',
    description: 'What was signed: a document or an image',
    example: 'SIGNATURE_IMAGE',
  })
  signatureMethod!: SignatureMethod;

  @Code(SignatureImageEncodings, {
    required: ({ signatureMethod }: SignatureBody) => signatureMethod === 'SIGNATURE_IMAGE',
    description: 'With SIGNATURE_IMAGE only',
  })
  signatureImageEncoding?: SignatureImageEncoding;

  @Bool({ description: 'Subject to backup withholding' })
  w9Withhold?: boolean;
}

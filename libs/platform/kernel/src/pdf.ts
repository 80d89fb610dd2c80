/** A PDF's header may stand anywhere in so many bytes, as viewers accept it. */
const HEADER_WITHIN = 1_024;

/** Whether bytes begin as those of a PDF ([signature.signatureData]). */
export function isPdf(bytes: Buffer): boolean {
  return bytes.subarray(0, HEADER_WITHIN).includes('%PDF-');
}

/** ifaType ([ifa.ifaType]). */
export const IfaTypes = {
  NO: 'Notice',
  AN: 'Affirmative notice',
  BV: 'Bank link verification',
  MD: 'Bank link micro-deposit',
  AA: 'New account certification',
  SA: 'Sign agreement document',
  DU: 'Document upload',
  IA: 'Investment policy statement agreement',
  CA: 'Confirm address',
} as const;
export type IfaType = keyof typeof IfaTypes;

/** ifaStatus ([ifa.ifaStatus]). */
export const IfaStatuses = {
  I: 'Initial',
  V: 'Viewed',
  A: 'Agreed',
  R: 'Rejected',
  Y: 'Agreed by advisor',
  N: 'Rejected by advisor',
  O: 'Agreed by other delivery',
  X: 'Rejected by other delivery',
} as const;
export type IfaStatus = keyof typeof IfaStatuses;

/** A member's possible responses to an item; R applies to BV only ([ifa.respond]). */
export const IfaActions = { A: 'Agree', R: 'Reject', V: 'View' } as const;
export type IfaAction = keyof typeof IfaActions;

/** targetOidType. */
export const IfaTargetTypes = { A: 'Account', B: 'Bank link' } as const;
export type IfaTargetType = keyof typeof IfaTargetTypes;

/** Value of `viewsRemaining` if unlimited. */
export const UNLIMITED_VIEWS = -100;

/** signatureMethod ([signature.signatureMethod]). */
export const SignatureMethods = {
  SIGNED_PDF: 'A signed PDF document',
  SIGNATURE_IMAGE: 'An image of the signature',
} as const;
export type SignatureMethod = keyof typeof SignatureMethods;

/** signatureImageEncoding; with SIGNATURE_IMAGE only. */
export const SignatureImageEncodings = { SVG: 'SVG', GIF: 'GIF', JPG: 'JPEG', PNG: 'PNG' } as const;
export type SignatureImageEncoding = keyof typeof SignatureImageEncodings;

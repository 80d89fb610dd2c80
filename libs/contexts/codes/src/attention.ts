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

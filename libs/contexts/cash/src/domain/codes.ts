/** repeatType ([cash.repeatType]). */
export const RepeatTypes = { O: 'One-time', W: 'Weekly', M: 'Monthly', Y: 'Yearly' } as const;
export type RepeatType = keyof typeof RepeatTypes;

/** endDateChoice of a repeating transaction. */
export const EndDateChoices = {
  transfersInfinite: 'No end',
  transfersMaxNumOf: 'After a number of transfers',
  transfersEndDate: 'After a date',
} as const;
export type EndDateChoice = keyof typeof EndDateChoices;

/** distributionReasonCode of a withdrawal from an IRA. */
export const DistributionReasons = {
  N: 'Normal',
  P: 'Premature',
  S: 'SEP 72(t)',
  E: 'Death',
} as const;
export type DistributionReason = keyof typeof DistributionReasons;

/** fedWithholdType and stateWithholdType. */
export const WithholdingTypes = { P: 'Percent', D: 'Fixed dollars', N: 'None' } as const;
export type WithholdingType = keyof typeof WithholdingTypes;

/** cancelReasonCode. */
export const CancelReasons = {
  '8': 'Cancelled by user',
  '99': 'Cancel for update',
  '100': 'Other',
} as const;
export type CancelReason = keyof typeof CancelReasons;

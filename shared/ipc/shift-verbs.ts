/** The verbs of the drawer's day. */
export const SHIFT_VERBS = [
  'openShift',
  'moveCash',
  'countDraft',
  'closeShift',
  'getShift',
  'listShifts',
  'printX',
  'printCount',
  'printZ',
] as const

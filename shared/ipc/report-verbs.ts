/** The verbs of reports. */
export const REPORT_VERBS = [
  'readReport',
  'printReport',
  'exportReport',
  'exportEntries',
  'saveAccounts',
] as const

/** The verbs of reports. */
export const REPORT_VERBS = ['readReport', 'exportReport'] as const

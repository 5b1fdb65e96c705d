/** The verbs of the shop's data. */
export const SHOP_DATA_VERBS = [
  'exportSettings',
  'checkSettingsFile',
  'importSettings',
  'getCopies',
  'copyNow',
  'saveCopyPlan',
  'findDrives',
  'listCopies',
  'inspectCopy',
  'bringInCopy',
  'saveRetention',
  'listOutdated',
  'clearOutdated',
] as const

/** The verbs of the service's own books. */
export const BOOKS_VERBS = [
  'listServiceInvoices',
  'getServiceInvoice',
  'getServicePayment',
  'startReconciliation',
  'stopReconciliation',
  'getReconciliation',
  'listMatched',
  'listReconciled',
  'readDifferenceAgain',
  'explainDifference',
  'printReconciliation',
  'exportReconciliation',
] as const

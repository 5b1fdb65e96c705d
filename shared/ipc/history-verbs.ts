/** The verbs of the history of sales. */
export const HISTORY_VERBS = ['searchSales', 'listSaleCashiers'] as const

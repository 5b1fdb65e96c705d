/** Reports of sales from the journal's daily sums, and the reconciliation with the service. */
export { exportReport } from './export-report.ts'
export { figuresOfReport } from './figures-of-report.ts'
export { reconciliationFacts } from './reconciliation/paper.ts'
export { createReconciler, type Reconciler } from './reconciliation/reconciler.ts'
export { createResults, type Results } from './reconciliation/result.ts'
export { fileNameOf, reconciliationRows } from './reconciliation/table.ts'
export { reportPage } from './report-page.ts'
export { createReports, type Reports } from './reports.ts'

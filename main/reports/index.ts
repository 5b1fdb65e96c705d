export { reconciliationFacts } from './reconciliation/paper.ts'
export { createReconciler, type Reconciler } from './reconciliation/reconciler.ts'
export { createResults, type Results } from './reconciliation/result.ts'
export { reconciliationRows } from './reconciliation/table.ts'

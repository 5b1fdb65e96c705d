export { checkForTill } from './check-for-till.ts'
export { createRunner, type Runner } from './runner.ts'
export { createSaleStore, type SaleStore, saleModel } from './sale-store.ts'

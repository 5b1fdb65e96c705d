export { checkForTill } from './check-for-till.ts'
export {
  areReturnsOver,
  asGuest,
  guestEvents,
  ofThisSale,
  saleInRow,
  type ToldReturns,
  toldEvents,
  toldOf,
  toldReturnsSchema,
  withoutReturns,
  withTold,
} from './returns-elsewhere.ts'
export { createRunner, type Runner } from './runner.ts'
export { createSaleStore, type SaleStore } from './sale-store.ts'

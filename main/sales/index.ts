export type { Policy } from './answers.ts'
export { applyAll, isIncomplete, replay } from './apply.ts'
export { isNeeded } from './apply-to-receipts.ts'
export {
  attentionOf,
  missingIn,
  owedBy,
  resolutionsFor,
  unclearPayments,
  voidable,
  voidableFor,
} from './attention.ts'
export { checkForTill } from './check-for-till.ts'
export { ownPayments } from './own-answers.ts'
export { sold } from './payment-answers.ts'
export { queuedWork } from './queued-work.ts'
export { saleNamed } from './refuse.ts'
export { planReturn, planVoid, type WantedBack } from './return-plan.ts'
export { goneIfNotOurs, slipOf } from './return-steps.ts'
export { createRunner, type Runner } from './runner.ts'
export { drawInvoiceNumber, isSaleNumber, saleNumberOf, senderInvoiceNo } from './sale-number.ts'
export { createSaleStore, type SaleStore, saleModel } from './sale-store.ts'
export {
  cartInClaim,
  fitsInClaim,
  isBareCart,
  isShared,
  movedEvents,
  perhapsAtTwoTills,
  type SharedCart,
  sharedCart,
} from './shared-cart.ts'
export { blocksMerchantChange } from './steps.ts'
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
} from './told-by-shop.ts'
export { grossOf, priced, totalsOf } from './totals.ts'

export { miscToApprove, neededApproval, takenOffCart } from './approval.ts'
export {
  isOpen,
  lineAmount,
  linesWith,
  newLine,
  openCart,
  type RungUp,
  typedPrice,
  typedQuantity,
} from './cart.ts'
export { createCounter } from './counter.ts'
export { type CashMoves, drawerJobs } from './drawer.ts'
export { createExchange } from './exchange.ts'
export { goOnAtCounter } from './go-on.ts'
export { cartRow, createParking, emptyAtCounter, restOf } from './parking.ts'
export { createResolutions } from './resolutions.ts'
export { createReturns } from './returns.ts'
export { type Answers, answersIn } from './rules.ts'
export { createTenders } from './tenders.ts'
export { undoing } from './undo.ts'
export { saleView } from './view.ts'
export { createWork } from './work.ts'

export { COUNTS, cashierOfKey } from './counts.ts'
export {
  bridgeOf,
  type Figures,
  isNothing,
  NOTHING,
  plus,
  returnedGoods,
  soldGoods,
  summed,
} from './figures.ts'
export { backOf } from './goods.ts'
export { type Posting, postingsOf } from './postings.ts'
export { postingsOfShift } from './shift-postings.ts'

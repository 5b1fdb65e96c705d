export { COUNTS, cashierOfKey } from './counts.ts'
export { type Figures, isNothing, NOTHING, plus, returnedGoods, soldGoods, summed } from './figures.ts'
export { type Posting, postingsOf } from './postings.ts'
export { postingsOfShift } from './shift-postings.ts'

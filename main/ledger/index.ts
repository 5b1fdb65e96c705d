export { ACCOUNTS, type Account, type Figures, NOTHING } from './accounts.ts'
export { COUNTS, type Counted, cashierOfKey } from './counts.ts'
export { type Posting, postingsOf } from './postings.ts'
export { postingsOfShift } from './shift-postings.ts'

/** What lies between the tenders and the net: tenders and bridge add up to the net, because all balances add up to zero. */
import type { Account } from './ledger-accounts.ts'
import { type Money, sumMoney } from '../money.ts'
import { SALE_TENDERS, type ShiftTotals } from '../shift.ts'

/** `amount`: the sum of an account, or of one key of it. */
export const bridgeOf = (amount: (account: Account, key?: string) => Money): ShiftTotals['bridge'] => ({
  repaid: sumMoney(SALE_TENDERS.map((tender) => amount(tender, 'repaid'))),
  advance: amount('payers', 'advance'),
  held: amount('payers', 'held'),
  late: amount('payers', 'late'),
  surplus: amount('payers', 'surplus'),
  kept: amount('kept'),
  rounding: amount('rounding'),
  short: amount('elsewhere'),
  returning: amount('returning'),
  'written-off': amount('written-off'),
  unexplained: amount('unexplained'),
})

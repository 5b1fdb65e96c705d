/**
 * The accounts of the ledger (explained in shared/ledger/accounts.ts) and their numbers in the shop's chart of accounts.
 */
import { z } from 'zod'

export const ACCOUNTS = [
  'cash',
  'terminal',
  'transfer',
  'qr',
  'card',
  'payers',
  'elsewhere',
  'returning',
  'sales',
  'vat',
  'city-tax',
  'returns',
  'kept',
  'rounding',
  'written-off',
  'unexplained',
  'safe',
  'over-short',
] as const
export type Account = (typeof ACCOUNTS)[number]

/** The default numbers. They follow no official chart of accounts (docs/decisions/accounting-export.md). */
export const FIRST_ACCOUNTS: AccountNumbers = {
  cash: '1001',
  safe: '1002',
  transfer: '1101',
  terminal: '1102',
  qr: '1103',
  card: '1104',
  elsewhere: '1201',
  payers: '3101',
  returning: '3102',
  vat: '3401',
  'city-tax': '3402',
  sales: '5101',
  returns: '5102',
  kept: '5201',
  rounding: '5202',
  'over-short': '7001',
  'written-off': '7002',
  unexplained: '9999',
}

const accountNumber = z
  .string()
  .trim()
  .min(1)
  .max(20)
  .regex(/^[^\p{Cc}]*$/u)
/** The number that each ledger account has in the shop's own chart of accounts. */
export const accountNumbers = z.strictObject(
  Object.fromEntries(ACCOUNTS.map((account) => [account, accountNumber])) as Record<
    Account,
    typeof accountNumber
  >,
)
export type AccountNumbers = Readonly<Record<Account, string>>

/** The kinds of documents in the accounting export. */
export const ENTRIES_BY = ['document', 'day', 'to-issue'] as const
export type EntriesBy = (typeof ENTRIES_BY)[number]

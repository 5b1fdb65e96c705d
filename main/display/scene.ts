/** What the payer is to see of the sale at the counter. Nothing of a failure, a payment or the staff goes in. */
import { bankLabel } from '../../shared/bank-label.ts'
import type { DisplayLine, DisplayScene, DisplaySums, SaleView } from '../../shared/ipc/index.ts'
import { type Money, NO_MONEY, sumMoney } from '../../shared/money.ts'
import type { Sale, SaleLine, SaleState, SaleStateName } from '../../shared/sale.ts'
import type { Language } from '../../shared/settings.ts'
import { cashSum, missingOf } from '../sales/index.ts'

const IDLE: DisplayScene = { name: 'idle' }

export function sceneOf(counter: Pick<SaleView, 'sale' | 'totals'> | null, language: Language): DisplayScene {
  if (counter === null) return IDLE
  const { sale, totals } = counter
  const { state } = sale
  switch (state.name) {
    case 'parked':
      return IDLE
    case 'open': {
      if (sale.lines.length === 0 && state.cash.length === 0) return IDLE
      const { total } = totals
      return { name: 'goods', lines: sale.lines.map(lineOf), sums: sumsOf(sale, total, cashSum(state.cash)) }
    }
    case 'invoicing':
      if (state.withdrawing) return { name: 'cancelling' }
      return {
        name: 'making',
        delayed: state.step.name !== 'requested',
        sums: sumsOf(sale, state.total, cashSum(state.cash)),
      }
    case 'awaiting-payment':
    case 'partly-paid': {
      const came = state.name === 'partly-paid' ? state.paid : NO_MONEY
      return {
        name: 'qr',
        qrText: state.invoice.qrText,
        banks: state.invoice.banks.map((bank) => bankLabel(bank, language)),
        sums: sumsOf(sale, state.total, sumMoney([cashSum(state.cash), came])),
      }
    }
    case 'cancelling':
      return { name: 'cancelling' }
    case 'cancelled': {
      const cashBack = cashSum(state.cash)
      // Goods put back, and nothing was ever to be paid: nothing to tell.
      return state.invoice === null && cashBack === NO_MONEY ? IDLE : { name: 'cancelled', cashBack }
    }
    case 'paid-late':
      return { name: 'late' }
    case 'receipting':
    case 'receipt-owed':
    case 'completed':
      return {
        name: 'paid',
        total: state.total,
        change: sumMoney(state.cash.map(({ change }) => change)),
        receipt: receiptOf(state),
      }
    default:
      return state satisfies never
  }
}

/** As on the paper: what is taken off the whole sale stands by itself, and not in the lines. */
const lineOf = ({ product, quantity, unitPrice, off, share, amount }: SaleLine): DisplayLine => ({
  name: product.name,
  quantity,
  unit: product.unit,
  unitPrice,
  off: off ?? NO_MONEY,
  amount: sumMoney([amount, share ?? NO_MONEY]),
})

const sumsOf = (sale: Sale, total: Money, paid: Money): DisplaySums => ({
  off: sumMoney(sale.lines.map(({ share }) => share ?? NO_MONEY)),
  total,
  paid,
  missing: missingOf(total, paid),
})

type StateOf<Name extends SaleStateName> = Extract<SaleState, { readonly name: Name }>

function receiptOf({ name, print }: StateOf<'receipting' | 'receipt-owed' | 'completed'>) {
  if (print.step === 'printed') return 'printed'
  const stuck =
    name === 'receipt-owed' ||
    print.step === 'given-up' ||
    (print.step === 'queued' && print.failure !== null)
  return stuck ? 'ask' : 'coming'
}

import { roundedCash, roundingIn } from '../../../shared/money/cash-rounding.ts'
import { type Money, NO_MONEY, sumMoney } from '../../../shared/money/money.ts'
import {
  type DisplayLine,
  type DisplayScene,
  type DisplaySums,
  type DisplayView,
  displayViewSchema,
  type QrsOfSale,
  type SaleView,
  type TerminalView,
} from '../../../shared/page/index.ts'
import { missingOf, tenderSum } from '../../../shared/sale/money-of-sale.ts'
import { countOf, nameOf, type Sale, type SaleLine } from '../../../shared/sale/sale.ts'
import { type SoldStatus, unneededOf } from '../../../shared/sale/status.ts'
import { withOwnSeller } from '../../../shared/shop/own-seller.ts'
import type { Settings } from '../../../shared/shop/settings.ts'
import { bankLabel } from '../../../shared/texts/bank-label.ts'
import type { Log } from '../../base/clock-and-log.ts'
import { receiptText } from './receipt-text.ts'

/** Makes the customer display's view. One that does not fit its schema is replaced by a view without the sale. */
export function displayView(
  { mode, settings, counter, qrs }: Pick<TerminalView, 'mode' | 'settings' | 'counter' | 'qrs'>,
  logo: string | null,
  log: Pick<Log, 'error'>,
): DisplayView {
  const { language, shop } = withOwnSeller(mode, settings)
  const known = { language, testMode: mode === 'test', shop: shop.name, logo }
  const { cashRounding, phoneCopy } = settings
  const parsed = displayViewSchema.safeParse({
    ...known,
    scene: sceneOf(counter, { language, shop, cashRounding, phoneCopy, testMode: known.testMode }, qrs),
  })
  if (parsed.success) return parsed.data
  log.error(`the customer display's view does not fit: ${parsed.error.issues[0]?.path.join('.')}`)
  return { ...known, logo: null, scene: { name: 'idle' } }
}

type SceneParts = Pick<Settings, 'language' | 'shop' | 'cashRounding' | 'phoneCopy'> & {
  readonly testMode: boolean
}

const IDLE: DisplayScene = { name: 'idle' }

export function sceneOf(
  counter: Pick<SaleView, 'sale' | 'status' | 'totals'> | null,
  settings: SceneParts,
  qrs: QrsOfSale | null = null,
): DisplayScene {
  if (counter === null) return IDLE
  const { sale, status, totals } = counter
  switch (status.name) {
    case 'parked':
    case 'moved':
      return IDLE
    case 'open': {
      if (sale.lines.length === 0 && status.tenders.length === 0) return IDLE
      const { total } = totals
      return {
        name: 'goods',
        lines: sale.lines.map(lineOf),
        sums: sumsOf(sale, total, tenderSum(sale), settings),
      }
    }
    case 'invoicing':
      if (status.withdrawing) return { name: 'cancelling' }
      return {
        name: 'making',
        delayed: status.step.name !== 'requested',
        sums: sumsOf(sale, status.total, tenderSum(sale), settings),
      }
    case 'awaiting-payment':
    case 'partly-paid':
      if (status.invoice.qrText === '') return { name: 'cancelling' }
      return {
        name: 'qr',
        qrText: status.invoice.qrText,
        banks: status.invoice.banks.map((bank) => bankLabel(bank, settings.language)),
        place: qrs && placeOf(qrs),
        sums: sumsOf(sale, status.total, sumMoney([tenderSum(sale), status.paid]), settings),
      }
    case 'cancelling':
      return { name: 'cancelling' }
    case 'cancelled': {
      const cashBack = tenderSum(sale)
      // A cart that was discarded before it was charged shows nothing.
      if (status.invoice === null) return cashBack === NO_MONEY ? IDLE : { name: 'cancelled', cashBack }
      const unneeded = unneededOf(sale)
      const isOver = unneeded === 'none' || unneeded === 'cancelled'
      return { name: isOver ? 'cancelled' : 'ended', cashBack }
    }
    case 'late-payment':
      return { name: 'late' }
    case 'fulfilling':
    case 'receipt-owed':
    case 'completed':
      return {
        name: 'paid',
        total: status.total,
        rounding: roundingIn(status.tenders),
        change: sumMoney(status.tenders.map(({ change }) => change)),
        receipt: receiptOf(status),
        copy: settings.phoneCopy && status.print.step !== 'none' ? receiptText(sale, totals, settings) : null,
      }
    default:
      return status satisfies never
  }
}

const placeOf = ({ at, amounts }: QrsOfSale) => ({
  place: at + 1,
  count: amounts.length,
  later: sumMoney(amounts.slice(at + 1)),
})

/** A line as on the receipt: the discount on the whole sale is a row of its own. */
const lineOf = ({ off, share, amount, ...line }: SaleLine): DisplayLine => ({
  name: nameOf(line),
  quantity: countOf(line),
  unit: line.product.unit,
  unitPrice: line.unitPrice,
  off: off ?? NO_MONEY,
  amount: sumMoney([amount, share ?? NO_MONEY]),
})

function sumsOf(
  sale: Sale,
  total: Money,
  paid: Money,
  { cashRounding }: Pick<Settings, 'cashRounding'>,
): DisplaySums {
  const missing = missingOf(total, paid)
  const off = sumMoney(sale.lines.map(({ share }) => share ?? NO_MONEY))
  return { off, total, paid, missing, inCash: roundedCash(missing, cashRounding) }
}

function receiptOf({ name, print }: SoldStatus) {
  if (print.step === 'printed' || print.step === 'none') return print.step
  const unclear =
    name === 'receipt-owed' ||
    print.step === 'given-up' ||
    (print.step === 'queued' && print.failure !== null)
  return unclear ? 'ask' : 'coming'
}

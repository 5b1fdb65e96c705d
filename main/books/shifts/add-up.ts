/** Computes the totals of a shift from the sums of its postings. */

import {
  BACK_WAYS,
  periodsOf,
  SALE_TENDERS,
  SETTLED_WAYS,
  type ShiftDrawer,
  type ShiftTotals,
  type Tally,
  type Turnover,
  type Untold,
} from '../../../shared/books/shift.ts'
import {
  bridgeOf,
  cashierOfKey,
  type Figures,
  plus,
  returnedGoods,
  soldGoods,
  summed,
} from '../../../shared/ledger/index.ts'
import { type Money, money, sumMoney } from '../../../shared/money/money.ts'
import { TAX_KINDS } from '../../../shared/money/tax.ts'
import { bookOf, type SumReader, type SumRow } from '../../storage/projections/index.ts'
import type { JournalReader } from '../../storage/store/index.ts'

export type ShiftReads = Pick<JournalReader, 'sums' | 'shifts' | 'shiftSales' | 'saleNumbers' | 'chain'>

export function addUp(journal: ShiftReads, shiftId: string): ShiftTotals {
  const sums = sumsIn(journal.sums.ofShift(shiftId))
  const events = journal.shifts.events(shiftId)
  const before = sumsOfPeriods(journal.sums, periodsOf(events))
  const { firstAt, lastAt, partly } = journal.shiftSales.sold(shiftId)
  const ever = sumsIn([...journal.sums.allTime('e-receipt'), ...journal.sums.allTime('till')])
  const shift = journal.shifts.byId(shiftId)
  const missing = (shift?.version ?? 0) - events.filter(({ seq }) => seq > 0).length
  const turnover = turnoverOf(sums)
  const owed = added(ever.tally('e-receipt', 'owed'), ever.tally('e-receipt', 'refused'))
  return {
    ...turnover,
    ereceipts: { ...turnover.ereceipts, owed },
    carts: sums.tally('cancelled', 'cart'),
    removed: sums.tally('removed'),
    overrides: people(sums, 'override'),
    discountsBy: people(sums, 'discount-by'),
    cashiers: people(sums, 'cashier'),
    before: before.isEmpty ? null : turnoverOf(before),
    drawer: drawerOf(sums),
    numbers: journal.shiftSales.numbers(shiftId),
    running: sumMoney(journal.shiftSales.codes(shiftId).map((code) => ever.tally('till', code).amount)),
    lastNumber: journal.saleNumbers.last(),
    chain: journal.chain.head(),
    firstSaleAt: firstAt,
    lastSaleAt: lastAt,
    unread: partly + missing,
  }
}

/** The cash expected in the drawer. Reads only one account, because every payment in cash calls it. */
export const expectedIn = (sums: Pick<SumReader, 'ofShift'>, shiftId: string): Money =>
  drawerOf(sumsIn(sums.ofShift(shiftId, ['cash']))).expected

/** The cash taken in these times without a shift, less the cash paid out. */
export const cashOf = (sums: Pick<SumReader, 'ofBook'>, periods: readonly string[]): Money =>
  sumsOfPeriods(sums, periods, ['cash']).tally('cash').amount

const sumsOfPeriods = (
  sums: Pick<SumReader, 'ofBook'>,
  periods: readonly string[],
  accounts?: readonly SumRow['account'][],
) => sumsIn(periods.flatMap((period) => sums.ofBook(bookOf.before(period), accounts)))

type Sums = ReturnType<typeof sumsIn>

export function sumsIn(rows: readonly SumRow[]) {
  const of = (account: SumRow['account'], key?: string): Figures =>
    summed(rows.filter((row) => row.account === account && (key === undefined || row.key === key)))
  return {
    of,
    isEmpty: rows.length === 0,
    rows,
    /** `sign` -1 shows a credit as a positive figure. */
    tally: (account: SumRow['account'], key?: string, sign: 1 | -1 = 1): Tally =>
      tallyOf(of(account, key), sign),
  }
}

const tallyOf = ({ times, amount }: Figures, sign: 1 | -1 = 1): Tally => ({
  count: times,
  amount: money(sign === 1 ? amount : 0 - amount),
})

const added = (one: Tally, other: Tally): Tally => ({
  count: one.count + other.count,
  amount: money(one.amount + other.amount),
})

const each = <Key extends string, Value>(keys: readonly Key[], of: (key: Key) => Value) =>
  Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<Key, Value>

function turnoverOf(sums: Sums): Turnover {
  const sales = sums.tally('hour')
  const returns = { count: sums.of('return').times, amount: money(returnedGoods(sums.of('returns')).amount) }
  return {
    sales,
    discounts: sums.tally('discount'),
    cancelled: sums.tally('cancelled', 'charge'),
    returns,
    net: money(sales.amount - returns.amount),
    tenders: each(SALE_TENDERS, (tender) => {
      const { times, amount } = sums.of(tender, 'taken')
      const back = sums.of(tender, 'back').amount + sums.of(tender, 'elsewhere').amount
      return { count: times, amount: money(amount + back) }
    }),
    ...taxesOf(sums),
    ereceipts: {
      ...each(['issued', 'voided', 'elsewhere'], (key) => sums.tally('e-receipt', key)),
      elsewhereLater: sums.tally('e-receipt', 'elsewhere-later'),
      elsewhereBack: sums.tally('e-receipt', 'elsewhere-back'),
      elsewhereTaxes: taxesElsewhere(sums),
      taxesUnknown: sums.tally('e-receipt', 'taxes-unknown'),
      taxesUnknownVoided: sums.tally('e-receipt', 'taxes-unknown-voided'),
      taxesTold: sums.tally('e-receipt', 'taxes-told'),
    },
    back: each(BACK_WAYS, (way) => sums.tally('back', way)),
    elsewhere: added(sums.tally('qr', 'elsewhere', -1), sums.tally('card', 'elsewhere', -1)),
    bridge: bridgeOf((account, key) => sums.tally(account, key).amount),
    settled: each(SETTLED_WAYS, (way) => sums.tally('settled', way)),
  }
}

function taxesOf(sums: Sums): Pick<ShiftTotals, 'taxes' | 'untold' | 'kinds'> {
  const issued = sums.of('e-receipt', 'issued')
  const voided = sums.of('e-receipt', 'voided')
  const kinds = TAX_KINDS.map((kind) => {
    const sold = soldGoods(sums.of('sales', kind))
    const back = returnedGoods(sums.of('returns', kind))
    return {
      kind,
      amount: money(sold.amount),
      vat: money(sold.vat),
      cityTax: money(sold.cityTax),
      back: money(back.amount),
      backVat: money(back.vat),
      backCityTax: money(back.cityTax),
    }
  })
  return {
    taxes: { vat: money(issued.vat - voided.vat), cityTax: money(issued.cityTax - voided.cityTax) },
    untold: { vat: untoldOf(sums, 'vat'), cityTax: untoldOf(sums, 'city-tax') },
    kinds: kinds.filter(({ amount, back }) => amount !== 0 || back !== 0),
  }
}

function taxesElsewhere(sums: Sums) {
  const of = (key: string): Figures => sums.of('e-receipt', key)
  const { vat, cityTax } = plus(plus(of('elsewhere'), of('elsewhere-later')), of('elsewhere-back'), -1)
  return { vat: money(vat), cityTax: money(cityTax) }
}

const untoldOf = (sums: Sums, tax: 'vat' | 'city-tax'): Untold => ({
  issued: sums.of('e-receipt', `${tax}-unknown`).times,
  voided: sums.of('e-receipt', `${tax}-unknown-voided`).times,
  told: sums.of('e-receipt', `${tax}-told`).times,
})

const people = ({ rows }: Sums, account: SumRow['account']) =>
  rows
    .filter((row) => row.account === account)
    .map((row) => ({ ...tallyOf(row), name: cashierOfKey(row.key)?.name ?? '' }))

function drawerOf(sums: Sums): ShiftDrawer {
  const [cashSales, cashIn] = [sums.tally('cash', 'taken'), sums.tally('cash', 'in')]
  const cashOut = sums.tally('cash', 'out', -1)
  const refunded = added(sums.tally('cash', 'back', -1), sums.tally('cash', 'repaid', -1))
  const float = sums.tally('cash', 'float').amount
  const expected = money(float + cashSales.amount + cashIn.amount - cashOut.amount - refunded.amount)
  return { float, cashSales, cashIn, cashOut, refunded, expected }
}

/** The money on papers adds up, for sales of every kind. */
import { expect, test } from 'vitest'
import { asSold, receiptFacts } from '../../../main/papers/receipt-facts.ts'
import { refundFacts } from '../../../main/papers/refund-facts.ts'
import { sumOf } from '../../../shared/money.ts'
import type { Sale } from '../../../shared/sale.ts'
import { nothingLeft } from '../../../shared/sale-status.ts'
import { FIRST_SETTINGS } from '../../../shared/settings.ts'
import { everySaleOf, withJournal } from '../../support/journal-figures.ts'
import { oldJournal } from '../../support/old-journal-file.ts'

const JOURNALS = ['v15/every-state', 'v15/history', 'v15/torture']
const MAKER = { settings: FIRST_SETTINGS, logo: null, testMode: true }

const asStored = (sale: Sale): Sale => sale

/** The receipt of each sold sale, and the slips of its returns. */
const papersOf = (name: string, maker = MAKER, as = asStored) =>
  withJournal(oldJournal(name), (journal) =>
    everySaleOf(journal)
      .map(as)
      .flatMap((sale) => {
        const paid = asSold(sale, journal.sales.events(sale.id))
        const receipt = receiptFacts(sale, paid, { maker, unseal: () => null })
        const slips = sale.returns
          .filter(({ state }) => state === 'completed')
          .flatMap(({ amount, slips: [job = ''] }) => {
            const slip = refundFacts(sale, job, maker)
            return slip ? [{ slip, amount }] : []
          })
        return receipt ? [{ sale, receipt, slips }] : []
      }),
  )

test.each(JOURNALS)('on each receipt of %s the payments less change and surplus equal the total', (name) => {
  const papers = papersOf(name)
  expect(papers.length).toBeGreaterThan(10)
  for (const { sale, receipt } of papers) {
    const { payments, change, surplus, totals } = receipt
    expect(sumOf(payments) - change - surplus, sale.senderInvoiceNo).toBe(totals.total)
  }
})

test.each(JOURNALS)('on each slip of %s the lines equal what went back', (name) => {
  for (const { slip, amount } of papersOf(name).flatMap(({ slips }) => slips)) {
    const lines = slip.lines.reduce((sum, line) => sum + line.amount - line.discount, 0)
    expect([lines, slip.totals.total]).toEqual([amount, amount])
  }
})

test('the VAT on the slips of goods that all came back equals that of their receipt', () => {
  const back = papersOf('v15/every-state').filter(({ sale }) => nothingLeft(sale))
  expect(back.length).toBeGreaterThan(5)
  for (const { sale, receipt, slips } of back) {
    const vat = slips.reduce((sum, { slip }) => sum + slip.totals.vat, 0)
    expect(vat, sale.senderInvoiceNo).toBe(receipt.totals.vat)
  }
})

test('the taxes on slips equal those of the receipt, also where an older journal has no rates and the shop pays no VAT', () => {
  const settings = {
    ...FIRST_SETTINGS,
    cityTaxPercent: 1,
    tax: { ...FIRST_SETTINGS.tax, vatPayer: false },
  } as const
  const older = papersOf('v15/every-state', { ...MAKER, settings }, (sale) => ({ ...sale, terms: null }))
  const back = older.filter(({ sale }) => nothingLeft(sale))
  expect(back.length).toBeGreaterThan(5)
  for (const { sale, receipt, slips } of back) {
    const sum = (tax: 'vat' | 'cityTax') => slips.reduce((all, { slip }) => all + slip.totals[tax], 0)
    const { vat, cityTax } = receipt.totals
    expect([sum('vat'), sum('cityTax')], sale.senderInvoiceNo).toEqual([vat, cityTax])
  }
})

/** The money on papers adds up, for sales of every kind. */
import { expect, test } from 'vitest'
import { asSold, receiptFacts } from '../../../../main/paper/facts/receipt-facts.ts'
import { refundFacts } from '../../../../main/paper/facts/refund-facts.ts'
import { sumOf } from '../../../../shared/money/money.ts'
import { nothingLeft } from '../../../../shared/sale/status.ts'
import { FIRST_SETTINGS } from '../../../../shared/shop/settings.ts'
import { everySaleOf, seededJournal } from '../../../support/seeded-journal.ts'

const SEEDS = [1, 2, 3]
const MAKER = { settings: FIRST_SETTINGS, logo: null, testMode: true }

/** The receipt of each sold sale, and the slips of its returns. */
async function papersOf(seed: number, sales?: number) {
  const journal = await seededJournal(seed, sales)
  try {
    return everySaleOf(journal).flatMap((sale) => {
      const paid = asSold(sale, journal.sales.events(sale.id))
      const receipt = receiptFacts(sale, paid, { maker: MAKER, unseal: () => null })
      const slips = sale.returns
        .filter(({ state }) => state === 'completed')
        .flatMap(({ amount, slips: [job = ''] }) => {
          const slip = refundFacts(sale, job, MAKER)
          return slip ? [{ slip, amount }] : []
        })
      return receipt ? [{ sale, receipt, slips }] : []
    })
  } finally {
    journal.close()
  }
}

test.each(SEEDS)(
  'on each receipt the payments less change and surplus equal the total (seed %i)',
  async (seed) => {
    const papers = await papersOf(seed)
    expect(papers.length).toBeGreaterThan(10)
    for (const { sale, receipt } of papers) {
      const { payments, change, surplus, totals } = receipt
      expect(sumOf(payments) - change - surplus, sale.senderInvoiceNo).toBe(totals.total)
    }
  },
)

test.each(SEEDS)('on each slip the lines equal what went back (seed %i)', async (seed) => {
  for (const { slip, amount } of (await papersOf(seed)).flatMap(({ slips }) => slips)) {
    const lines = slip.lines.reduce((sum, line) => sum + line.amount - line.discount, 0)
    expect([lines, slip.totals.total]).toEqual([amount, amount])
  }
})

test('the VAT on the slips of goods that all came back equals that of their receipt', async () => {
  const back = (await papersOf(1, 3000)).filter(({ sale }) => nothingLeft(sale))
  expect(back.length).toBeGreaterThan(5)
  for (const { sale, receipt, slips } of back) {
    const vat = slips.reduce((sum, { slip }) => sum + slip.totals.vat, 0)
    expect(vat, sale.senderInvoiceNo).toBe(receipt.totals.vat)
  }
})

/**
 * Postings as accounting documents: the document of each kind of sale, return and shift, and that debits equal credits.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Document,
  documentsOf,
  type EntryLine,
  summedUp,
} from '../../../../main/books/accounting/documents.ts'
import { bookOf } from '../../../../main/storage/projections/index.ts'
import type { Journal } from '../../../../main/storage/store/index.ts'
import { REAL } from '../../../../scripts/trials/prove/functions.ts'
import { SCOPES } from '../../../../scripts/trials/prove/scopes.ts'
import { movesOf, type World } from '../../../../scripts/trials/prove/world.ts'
import { postingsOf } from '../../../../shared/ledger/index.ts'
import { ONE } from '../../../../shared/money/quantity.ts'
import type { SaleEvent } from '../../../../shared/sale/sale.ts'
import { ACCOUNTS } from '../../../../shared/shop/ledger-accounts.ts'
import { dayAfter, shopDay } from '../../../../shared/shop/shop-day.ts'
import { fullRuns } from '../../../support/full-runs.ts'
import { itemSettled, returnOpened } from '../../../support/sample-sale.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { filled } from '../../books/reports/books.ts'
import { drawerAt, paid, sum } from '../../books/shifts/drawer.ts'

const total = (lines: readonly EntryLine[], side: EntryLine['side']): number =>
  lines.reduce((all, line) => all + (line.side === side ? line.amount : 0), 0)

function expectBalanced(documents: readonly Document[]): void {
  for (const { lines, kind } of documents) {
    expect(total(lines, 'debit'), kind).toBe(total(lines, 'credit'))
    for (const { amount } of lines) expect(amount).toBeGreaterThan(0)
  }
}

function daysOf(journal: Journal): readonly string[] {
  const { first, last } = journal.sums.span() ?? { first: '1', last: '0' }
  const days = []
  for (let day = first; day <= last; day = dayAfter(day, 1)) days.push(day)
  return days
}

const documentsOn = (journal: Journal, day: string): readonly Document[] =>
  journal.dayEntries
    .subjects(day)
    .flatMap((subject) => documentsOf(journal.dayEntries.of(day, subject)?.entries ?? []))

/** Debits less credits of each account that has any. */
const comeTo = (lines: readonly { account: string; amount: number }[]): Record<string, number> =>
  Object.fromEntries(
    ACCOUNTS.flatMap((account) => {
      const own = lines.filter((line) => line.account === account)
      const amount = own.reduce((all, line) => all + line.amount, 0)
      return amount === 0 ? [] : [[account, amount]]
    }),
  )

const signed = (lines: readonly EntryLine[]) =>
  lines.map(({ account, side, amount }) => ({ account, amount: side === 'debit' ? amount : -amount }))

/**
 * Expects that each document is balanced, and that each day's documents and their sums equal the journal's sums of the
 * day.
 */
function expectBooks(journal: Journal): void {
  for (const day of daysOf(journal)) {
    const documents = documentsOn(journal, day)
    expectBalanced(documents)
    const kept = comeTo(
      journal.sums.ofBook(bookOf.day(day)).map(({ account, amount }) => ({ account, amount })),
    )
    expect(comeTo(signed(documents.flatMap(({ lines }) => lines))), day).toEqual(kept)
    expect(comeTo(signed(summedUp(documents))), day).toEqual(kept)
  }
}

/** "debit cash 2500" */
const inWords = ({ lines, kind, note }: Document) => ({
  kind,
  ...(note === '' ? {} : { note }),
  lines: lines.map(({ side, account, amount }) => `${side} ${account} ${amount / 100}`),
})

function documentsOfToday({ journal, clock }: ReturnType<typeof drawerAt>) {
  const documents = documentsOn(journal(), shopDay(clock.now()))
  expectBalanced(documents)
  return documents.map(inWords)
}

const ALL_ON = { tenders: { cash: 'on', qr: 'on', card: 'on', transfer: 'on' } } as const
const GOODS = ['credit sales 2000', 'credit vat 200']

test.each([
  ['cash', 'cash'],
  ['card', 'terminal'],
  ['transfer', 'transfer'],
] as const)('a sale by %s debits that account and credits sales and VAT', (kind, account) => {
  const till = drawerAt(temporaryFolder(), ALL_ON)
  till.take(till.ringUp(sum(2200)), '', kind)
  expect(documentsOfToday(till)).toEqual([{ kind: 'sold', lines: [`debit ${account} 2200`, ...GOODS] }])
})

test.each([
  ['P2P', 'qr'],
  ['CARD', 'card'],
] as const)('a sale by QR (%s) debits the payment service’s account', (type, account) => {
  const till = drawerAt()
  const saleId = till.ringUp(sum(2200))
  till.charge(saleId, sum(2200), sum(2200))
  till.check(saleId, paid(saleId, sum(2200), type))
  expect(documentsOfToday(till)).toEqual([{ kind: 'sold', lines: [`debit ${account} 2200`, ...GOODS] }])
})

test('a surplus is owed to the payer until it is repaid', () => {
  const till = drawerAt()
  const saleId = till.ringUp(sum(2200))
  till.charge(saleId, sum(2200), sum(2200))
  till.check(saleId, paid(saleId, sum(2500)))
  till.clock.advance(1000)
  const share = { paymentId: `pay-${saleId}`, amount: sum(300) }
  till.record(saleId, itemSettled('surplus', 'repaid-cash', share))
  expect(documentsOfToday(till)).toEqual([
    { kind: 'sold', lines: ['debit qr 2500', 'credit payers 300', ...GOODS] },
    { kind: 'settled', lines: ['debit payers 300', 'credit cash 300'] },
  ])
})

test('a part payment is an advance until the sale is sold', () => {
  const till = drawerAt(temporaryFolder(), ALL_ON)
  const saleId = till.ringUp(sum(2200))
  till.take(saleId, '1000')
  till.clock.advance(1000)
  till.take(saleId, '', 'card')
  expect(documentsOfToday(till)).toEqual([
    { kind: 'taken', lines: ['debit cash 1000', 'credit payers 1000'] },
    { kind: 'sold', lines: ['debit terminal 1200', 'debit payers 1000', ...GOODS] },
  ])
})

test('all postings of a return on one day are one document', () => {
  const till = drawerAt()
  const saleId = till.ringUp(sum(2200))
  till.take(saleId, '')
  const line = till.journal().sales.byId(saleId)?.lines[0]
  const part = { id: 'p1', paymentId: null, amount: sum(2200), by: 'hand', way: 'cash', why: 'cash' } as const
  till.clock.advance(1000)
  till.record(
    saleId,
    returnOpened({
      lines: [{ lineId: line?.id ?? '', quantity: ONE, amount: sum(2200) }],
      whole: true,
      amount: sum(2200),
      parts: [{ ...part, step: { name: 'due' } }],
    }),
  )
  for (const event of [
    { kind: 'repaid', returnId: 'r1', partId: 'p1', how: 'cash', note: '' },
    { kind: 'return-completed', returnId: 'r1', jobId: 'slip' },
  ] as const) {
    till.clock.advance(1000)
    till.record(saleId, event)
  }
  expect(documentsOfToday(till)[1]).toEqual({
    kind: 'return',
    lines: ['debit vat 200', 'debit returns 2000', 'credit cash 2200'],
  })
})

test('a shift moves money between safe and drawer with its reason, and missing cash is short', () => {
  const till = drawerAt()
  const shifts = till.shifts()
  shifts.open('50000')
  shifts.move('out', '1200', 'Цэвэрлэгээ')
  const shiftId = till.journal().shifts.open()?.id ?? ''
  const lines = [{ value: 20_000, count: 2 }]
  shifts.close({ shiftId, lines, expected: sum(48_800), reason: 'Мэдэхгүй' })
  expect(documentsOfToday(till)).toEqual([
    { kind: 'shift-opened', lines: ['debit cash 50000', 'credit safe 50000'] },
    { kind: 'cash-out', note: 'Цэвэрлэгээ', lines: ['debit safe 1200', 'credit cash 1200'] },
    { kind: 'shift-closed', lines: ['debit safe 40000', 'debit over-short 8800', 'credit cash 48800'] },
  ])
})

test('a discarded cart makes no document', () => {
  const till = drawerAt()
  till.record(till.ringUp(sum(2200)), { kind: 'discarded' })
  expect(documentsOfToday(till)).toEqual([])
})

test('over random days each document is balanced, and each day equals its sums', async () => {
  const days = fc.record({
    seed: fc.integer({ min: 1, max: 1000 }),
    sales: fc.integer({ min: 1, max: 30 }),
    days: fc.integer({ min: 1, max: 5 }),
  })
  await fc.assert(
    fc.asyncProperty(days, async (wanted) => {
      const { journal } = await filled(wanted, 2)
      expectBooks(journal)
      journal.close()
    }),
    { numRuns: fullRuns(80) },
  )
})

test.each(SCOPES)('in every state of the scope "$name" the documents are balanced', (scope) => {
  const budget = { faults: 12, payments: 4, elsewhere: 4, actions: 16 }
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { minLength: 20, maxLength: 80 }), (picks) => {
      let world: World = { ...scope.start(REAL), budget }
      for (const pick of picks) {
        const moves = movesOf(REAL, scope, world)
        const to = moves[pick % Math.max(1, moves.length)]?.to
        if (to === undefined) return
        const event: SaleEvent = { kind: 'monitoring-ended' }
        expectBalanced(documentsOf([{ at: 1, event, postings: postingsOf(world.sale, to.sale, event) }]))
        world = to
      }
    }),
    { numRuns: fullRuns(240) },
  )
})
